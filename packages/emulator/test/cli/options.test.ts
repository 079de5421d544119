import { createAuthority } from "../../../core/test/node/network/certificates.ts";
import { get } from "node:https";
import { describe, expect, test } from "vitest";
import metadata from "../../package.json" with { type: "json" };
import { ask, runToEnd, start, temporaryFile } from "./support.ts";

describe("--log json", () => {
  test("writes each recorded request as a line of JSON, without bodies and tokens", async () => {
    const { ready, complained } = await start("--log", "json");
    await ask(`${ready.vault.baseUrl}/v1/vaults?page=2&access_token=${ready.vault.token}`, ready.vault.token);
    await ask(`${ready.events.baseUrl}/nowhere`, "some-token");
    const headers = { authorization: `Bearer ${ready.events.token}`, "content-type": "application/json" };
    await fetch(`${ready.events.baseUrl}/api/v2/auditevents`, { method: "POST", headers, body: "{}" });
    const lines = complained()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { sequence: number });
    expect(lines).toMatchObject([
      { service: "vault", operationId: "listVaults", status: 200, token: "vaul…", query: "page=2&access_token=…", unusedInput: ["?page", "?access_token"] },
      { service: "events", path: "/nowhere", status: 404, rejectedBy: "route" },
      { operationId: "listAuditEvents", status: 200 },
    ]);
    expect((lines[1]?.sequence ?? 0) - (lines[0]?.sequence ?? 0)).toBe(1);
    expect(complained()).not.toMatch(/Body|vault-token|some-token/);
  });

  test("needs a known format", async () => {
    expect(await runToEnd("--log", "xml")).toMatchObject({ code: 2, complained: expect.stringMatching(/xml/) });
    expect(await runToEnd("--log=xml")).toMatchObject({ code: 2, complained: expect.stringMatching(/^--log must be text or json; got xml/) });
  });
});

describe("--service", () => {
  test("starts only these services, in the order of their ports", async () => {
    const { ready } = await start("--service", "events", "--service", "vault", "--control-port", "0");
    expect(Object.keys(ready)).toEqual(["vault", "events", "control"]);
    expect((await ask(`${ready.events.baseUrl}/api/v2/auth/introspect`, ready.events.token)).status).toBe(200);
    expect((await runToEnd("--service", "vault", "--port", "65535", "--help")).code).toBe(0);
  });

  test.each([
    [["--service", "vaults"], "--service vaults is not known; did you mean vault?"],
    [["--service", "vault", "--state", "folder"], "--state keeps all services: leave out --service"],
    [["--cors", "localhost"], "--cors must be an origin such as http://localhost:5173, or *; got localhost"],
    [["--cors", "http://localhost:5173/"], "--cors must be an origin"],
    [["--cert", "a.pem"], "--cert and --key belong together: give both"],
    [["--port", "0", "--scenario", "brown-out"], "--scenario brown-out is not known; did you mean brownout?"],
  ])("%j is an error of usage", async (args, message) => {
    const { code, complained } = await runToEnd(...args);
    expect([code, complained.startsWith(message)]).toEqual([2, true]);
  });
});

test("--version prints the version of the package", async () => {
  expect(await runToEnd("--version")).toEqual({ code: 0, printed: `${metadata.version}\n`, complained: "" });
});

describe("--cors", () => {
  const origin = "http://localhost:5173";
  const preflight = { method: "OPTIONS", headers: { origin, "access-control-request-method": "PATCH", "access-control-request-headers": "authorization" } };
  const corsOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control") || name === "vary"));

  test("lets pages of the origin send requests and read the response with its headers", async () => {
    const { ready } = await start("--cors", origin);
    const url = `${ready.vault.baseUrl}/v1/vaults`;
    const asked = await fetch(url, preflight);
    expect([asked.status, corsOf(asked)]).toEqual([
      204,
      {
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "PATCH",
        "access-control-allow-headers": "authorization",
        "access-control-max-age": "600",
        vary: "Origin",
      },
    ]);
    for (const [token, status] of [
      [ready.vault.token, 200],
      ["wrong", 401],
    ] as const) {
      const answered = await fetch(url, { headers: { origin, authorization: `Bearer ${token}` } });
      expect([answered.status, corsOf(answered)]).toEqual([
        status,
        { "access-control-allow-origin": origin, "access-control-expose-headers": "*", vary: "Origin" },
      ]);
    }
  });

  test("does not let pages of other origins; with * all pages", async () => {
    const { ready } = await start("--cors", "http://localhost:3000");
    expect(corsOf(await fetch(`${ready.vault.baseUrl}/v1/vaults`, { headers: { origin } }))).toEqual({});
    expect((await fetch(`${ready.vault.baseUrl}/v1/vaults`, preflight)).status).toBe(405);
    const all = (await start("--cors", "*")).ready;
    expect(corsOf(await fetch(`${all.vault.baseUrl}/heartbeat`, { headers: { origin } }))).toMatchObject({ "access-control-allow-origin": "*" });
    expect(corsOf(await fetch(`${all.vault.baseUrl}/heartbeat`))).toEqual({});
  });

  test("is not for the control port", async () => {
    const { ready } = await start("--cors", "*", "--control-port", "0");
    expect((await fetch(`${ready.control?.baseUrl}/faults`, { headers: { origin } })).status).toBe(403);
  });
});

describe("--cert and --key", () => {
  test("serve the services over https", async () => {
    const authority = createAuthority("Test authority");
    const { cert, key } = authority.issue({ commonName: "Emulator", host: "127.0.0.1" });
    const { ready } = await start("--cert", await temporaryFile("cert.pem", cert), "--key", await temporaryFile("key.pem", key), "--control-port", "0");
    expect([ready.vault, ready.management, ready.events].map(({ baseUrl }) => new URL(baseUrl).protocol)).toEqual(["https:", "https:", "https:"]);
    const status = await new Promise((resolve, reject) => {
      get(`${ready.vault.baseUrl}/heartbeat`, { ca: authority.cert }, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });
    expect(status).toBe(200);
    expect((await fetch(`${ready.control?.baseUrl}/faults`)).status).toBe(200);
  });

  test("that cannot be used end the command with the reason", async () => {
    const file = await temporaryFile("wrong.pem", "no certificate");
    expect(await runToEnd("--port", "0", "--cert", file, "--key", file)).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/^the certificate and the key cannot be used \(ERR_OSSL/),
    });
    const missing = `${file}.missing`;
    expect(await runToEnd("--port", "0", "--cert", missing, "--key", file)).toMatchObject({ code: 1, complained: `${missing}: the file does not exist\n` });
  });
});
