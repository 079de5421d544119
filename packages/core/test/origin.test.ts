import { describe, expect, it } from "vitest";
import { isAtOrigin } from "../src/lib/address.ts";

const base = "https://service.example.com/tenant";

describe("an address is at the base address's origin", () => {
  it.each([
    "https://service.example.com/tenant/v1/things?after=a",
    "https://service.example.com/elsewhere",
    "https://SERVICE.example.com:443/",
    "HTTPS://service.example.com",
    "/v1/things?after=a",
    "?after=a",
    "things/../../..",
    "https:v1/things",
    "\\v1\\things",
  ])("as %s", (address) => {
    expect(isAtOrigin(address, base)).toBe(true);
  });
});

describe("an address is foreign", () => {
  it.each([
    ["of another host", "https://evil.example.com/"],
    ["of another host without a scheme", "//evil.example.com/"],
    ["of another host by backslashes", "\\\\evil.example.com\\"],
    ["of another host by mixed slashes", "/\\evil.example.com/"],
    ["of another host behind a tab", "/\t/evil.example.com/"],
    ["of another scheme", "http://service.example.com/"],
    ["of another port", "https://service.example.com:8443/"],
    ["of a host that begins like it", "https://service.example.com.evil.example/"],
    ["of a host that ends like it", "https://evilservice.example.com/"],
    ["of the host with a dot at its end", "https://service.example.com./"],
    ["of the host as a user name", "https://service.example.com@evil.example/"],
    ["of a user at the host", "https://user@service.example.com/"],
    ["of a password at the host", "https://:password@service.example.com/"],
    ["of another host behind three slashes", "///evil.example.com/"],
    ["of another host behind a line break", "/\n/evil.example.com/"],
    ["of a host with a dot in full width", "https://evil。example.com/"],
    ["of the host as a user name, encoded", "https://service.example.com%3A443:x@evil.example/"],
    ["of a websocket", "wss://service.example.com/"],
    ["of a port that is none", "https://service.example.com:99999/"],
    ["as a script", "javascript:alert(1)"],
    ["as data", "data:application/json,{}"],
    ["as a file", "file:///etc/passwd"],
    ["as a blob of the host", "blob:https://evil.example/1"],
    ["where it cannot be read", "https://["],
  ])("%s", (_what, address) => {
    expect(isAtOrigin(address, base)).toBe(false);
  });

  it("where the base address cannot be read", () => {
    expect(isAtOrigin("https://service.example.com/", "not an address")).toBe(false);
  });
});
