import { describe, expect, it } from "vitest";
import { isLoopback } from "../src/index.ts";

describe("a host", () => {
  it.each(["localhost", "LOCALHOST", "127.0.0.1", "127.255.255.254", "::1", "[::1]", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "[::ffff:7f00:1]"])(
    "is this machine: %s",
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each([
    "127.999.1.1",
    "127.0.0.256",
    "127.0.0.1.example.com",
    "127.1",
    "128.0.0.1",
    "1127.0.0.1",
    "localhost.example.com",
    "127.0.0.1\n",
    "[::2]",
    "::ffff:128.0.0.1",
    "::ffff:127.999.0.1",
    "0.0.0.0",
    "",
  ])("can be another machine: %j", (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
