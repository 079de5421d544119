import { describe, expect, test } from "vitest";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, serveEmulator, type VaultEmulator } from "../src/index.ts";
import type { EmulatorOptions } from "../src/index.ts";

const emulators: readonly (readonly [string, (options: EmulatorOptions) => { readonly fetch: VaultEmulator["fetch"] }])[] = [
  ["createVaultEmulator", createVaultEmulator],
  ["createManagementEmulator", createManagementEmulator],
  ["createEventsEmulator", createEventsEmulator],
];

const named = { "Example-Server-Version": "1.8.1", "x-note": "" };

describe.each(emulators)("the headers of %s", (name, create) => {
  test("are on every response: errors and unknown paths too", async () => {
    const { fetch } = create({ headers: named });
    for (const path of ["/nowhere", "/v1/vaults", "/connect/authorize", "/api/v2/auth/introspect"]) {
      const { headers } = await fetch(`https://service.example.com${path}`);
      expect([headers.get("example-server-version"), headers.get("x-note")], path).toEqual(["1.8.1", ""]);
    }
  });

  test.each([
    [{ "server version": "1" }, '"server version" is not the name of an HTTP header: use letters, digits and hyphens'],
    [{ "": "1" }, '"" is not the name of an HTTP header: use letters, digits and hyphens'],
    [{ "x-a": "1\r\nx-b: 2" }, "the value of x-a must be text of ISO 8859-1, without control characters or spaces at its ends"],
    [{ "x-a": " 1" }, "the value of x-a must be text of ISO 8859-1, without control characters or spaces at its ends"],
    [{ "x-a": "版" }, "the value of x-a must be text of ISO 8859-1, without control characters or spaces at its ends"],
    [{ "x-a": 1 as never }, "the value of x-a must be text of ISO 8859-1, without control characters or spaces at its ends"],
    [{ "Content-Length": "5" }, "Content-Length is set by the transport: use another header"],
  ])("cannot be %j", (headers, problem) => {
    expect(() => create({ headers })).toThrow(new TypeError(`headers of ${name}: ${problem}`));
  });

  test("are an object", () => {
    expect(() => create({ headers: "x-a: 1" as never })).toThrow(
      new TypeError(`the options of ${name}: headers must be an object of names and values; got a string`),
    );
  });
});

describe("a named header", () => {
  test("does not take the place of one that the service sends", async () => {
    const { fetch } = createVaultEmulator({ headers: { "Content-Type": "text/html", "WWW-Authenticate": "Basic" } });
    const { headers } = await fetch("https://vault.example.com/v1/vaults");
    expect([headers.get("content-type"), headers.get("www-authenticate")]).toEqual(["application/json", "Bearer"]);
  });

  test("is on a file's content, over HTTP too, and on the response of a fault", async () => {
    const emulator = createVaultEmulator({ headers: named });
    const authorization = `Bearer ${emulator.token}`;
    const server = await serveEmulator(emulator);
    try {
      const vaults = (await (await fetch(`${server.url}/v1/vaults`, { headers: { authorization } })).json()) as readonly { readonly id: string }[];
      const path = `/v1/vaults/${vaults[0]?.id}/items/${emulator.fileItemUUID}/files/${emulator.fileUUID}/content`;
      const content = await fetch(`${server.url}${path}`, { headers: { authorization } });
      expect([content.status, content.headers.get("example-server-version")]).toEqual([200, "1.8.1"]);
      await content.arrayBuffer();
      emulator.inject({ operationId: "listVaults", response: { status: 503 } });
      const broken = await fetch(`${server.url}/v1/vaults`, { headers: { authorization } });
      expect([broken.status, broken.headers.get("example-server-version")]).toEqual([503, "1.8.1"]);
    } finally {
      await server.close();
    }
  });
});
