import { withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, test } from "vitest";
import { askToken, basic, IDS, send, testEmulator } from "./support.ts";

const CODE = { grant_type: "authorization_code", code: "example-authorization-code-1", redirect_uri: "https://app.example.com/callback" };
const REFRESH = { grant_type: "refresh_token", refresh_token: "example-refresh-token-1" };
const read = (emulator: ReturnType<typeof testEmulator>, token: string) =>
  send(emulator, "/api/apps/v1/categories", { headers: { authorization: `Bearer ${token}` } });

describe("the client credentials grant", () => {
  test("returns a Bearer token of all scopes that the app is configured for, about 60 minutes long, and no refresh token", async () => {
    const emulator = testEmulator();
    const { status, body, headers } = await askToken(emulator, { grant_type: "client_credentials" });
    expect([status, body.token_type, body.expires_in, "refresh_token" in body]).toEqual([200, "Bearer", 3600, false]);
    expect(body.scope.split(" ")).toHaveLength(16);
    expect(body.scope).not.toContain("offline_access");
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await read(emulator, body.access_token)).status).toBe(200);
  });

  test("narrows the scopes to those asked for, each once", async () => {
    const emulator = testEmulator();
    const { body } = await askToken(emulator, { grant_type: "client_credentials", scope: "Users.Read AuditLog.Read Users.Read" });
    expect(body.scope).toBe("Users.Read AuditLog.Read");
    expect((await read(emulator, body.access_token)).status).toBe(403);
  });

  test.each(["Everything", "AuditLog.Read Everything", "offline_access", "auditlog.read"])("rejects the scope %s with invalid_scope", async (scope) => {
    expect(await askToken(testEmulator(), { grant_type: "client_credentials", scope })).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
  });

  test("returns an app with fewer scopes no more than those", async () => {
    const emulator = testEmulator();
    const headers = { authorization: basic("example-client-2", "example-client-secret-2") };
    expect((await askToken(emulator, { grant_type: "client_credentials" }, headers)).body.scope).toBe("AuditLog.Read");
    expect((await askToken(emulator, { grant_type: "client_credentials", scope: "People.Write" }, headers)).body).toEqual({ error: "invalid_scope" });
  });
});

describe("the credentials of an app", () => {
  test.each([
    ["a wrong secret", basic("example-client-1", "wrong")],
    ["an unknown app", basic("nobody", "example-client-secret-1")],
    ["no colon", `Basic ${Buffer.from("example-client-1").toString("base64")}`],
    ["bad Base64", "Basic !!!!"],
    ["Base64 without its padding", basic("example-client-1", "example-client-secret-1").replace(/=+$/, "")],
    ["bytes that are not UTF-8", `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString("base64")}`],
    ["nothing behind the scheme", "Basic"],
  ])("as Basic with %s are rejected with 400", async (_what, authorization) => {
    const { status, body } = await askToken(testEmulator(), { grant_type: "client_credentials" }, { authorization });
    expect([status, body]).toEqual([400, { error: "invalid_client" }]);
  });

  test("in the form that are wrong are rejected with 400", async () => {
    const form = { grant_type: "client_credentials", client_id: "example-client-1", client_secret: "wrong" };
    expect(await askToken(testEmulator(), form, {})).toMatchObject({ status: 400, body: { error: "invalid_client" } });
  });

  test("in the form are rejected without the id, or next to the secret of Basic", async () => {
    const emulator = testEmulator();
    const form = { grant_type: "client_credentials", client_secret: emulator.clientSecret };
    expect(await askToken(emulator, form, {})).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(await askToken(emulator, form)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });

  test.each([{}, { authorization: "Bearer some-token" }])("that are missing altogether are rejected with 401 and a challenge: %j", async (given) => {
    const { status, body, headers } = await askToken(testEmulator(), { grant_type: "client_credentials" }, given);
    expect([status, body, headers.get("www-authenticate")]).toEqual([401, { error: "invalid_client" }, 'Basic realm="token", charset="UTF-8"']);
  });

  test("given in both ways at once are rejected; the id alone next to Basic is not", async () => {
    const emulator = testEmulator();
    const both = { grant_type: "client_credentials", client_id: emulator.clientId, client_secret: emulator.clientSecret };
    expect(await askToken(emulator, both)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect((await askToken(emulator, { grant_type: "client_credentials", client_id: emulator.clientId })).status).toBe(200);
    expect((await askToken(emulator, { grant_type: "client_credentials", client_id: "another" })).body).toEqual({ error: "invalid_request" });
  });

  interface BasicVector {
    readonly source: string;
    readonly mode: string;
    readonly clientId?: string;
    readonly clientSecret?: string;
    readonly authorization?: string;
  }
  withVectors<BasicVector>("oauth2-client/basic-credentials.json", (cases) => {
    const rows = cases.flatMap(({ source, mode, clientId, clientSecret, authorization }) =>
      clientId === undefined || clientSecret === undefined || authorization === undefined
        ? []
        : [{ source, mode, clientId, clientSecret, authorization, accepted: !mode.startsWith("strict") }],
    );
    test.each(rows)("$source, $mode: taken by RFC 7617 alone, accepted $accepted", async ({ clientId, clientSecret, authorization, accepted }) => {
      const { state } = testEmulator().snapshot();
      const emulator = testEmulator({ seed: { ...state, apps: [{ clientId, clientSecret, name: "Vector", scopes: ["Apps.Read"], redirectUris: [] }] } });
      expect((await askToken(emulator, { grant_type: "client_credentials" }, { authorization })).status).toBe(accepted ? 200 : 400);
    });
  });

  test("may have colons in the secret", async () => {
    const { state } = testEmulator().snapshot();
    const emulator = testEmulator({
      seed: { ...state, apps: [{ clientId: "a", clientSecret: "b:c:", name: "Colons", scopes: ["Apps.Read"], redirectUris: [] }] },
    });
    expect((await askToken(emulator, { grant_type: "client_credentials" })).body.scope).toBe("Apps.Read");
  });
});

describe("the authorization code grant", () => {
  test("returns a token for the user who consented, with a refresh token where offline_access was asked for", async () => {
    const emulator = testEmulator();
    const { status, body } = await askToken(emulator, CODE);
    expect([status, typeof body.refresh_token]).toEqual([200, "string"]);
    expect(body.scope.split(" ")).toContain("offline_access");
    expect(emulator.store.tokens.get(body.access_token)?.userId).toBe(IDS.admin);
  });

  test("returns no refresh token where offline_access is not among the scopes", async () => {
    const { body } = await askToken(testEmulator(), { ...CODE, scope: "AuditLog.Read" });
    expect([body.scope, "refresh_token" in body]).toEqual(["AuditLog.Read", false]);
  });

  test("takes a code once: the second use is rejected and takes away what the first gave [source: issueToken.code-once]", async () => {
    const emulator = testEmulator();
    const first = await askToken(emulator, CODE);
    expect((await read(emulator, first.body.access_token)).status).toBe(200);
    expect(await askToken(emulator, CODE)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await read(emulator, first.body.access_token)).status).toBe(401);
    expect((await askToken(emulator, { ...REFRESH, refresh_token: first.body.refresh_token })).body).toEqual({ error: "invalid_grant" });
  });

  test("rejects another redirect address than the one of the authorization request, and the code stays good [source: issueToken.code-redirect]", async () => {
    const emulator = testEmulator();
    for (const redirect_uri of ["https://app.example.com/callback/", "https://app.example.com/callback?a", "http://127.0.0.1:8765/callback"])
      expect(await askToken(emulator, { ...CODE, redirect_uri })).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await askToken(emulator, CODE)).status).toBe(200);
  });

  test("rejects an unknown code, one that has expired and one of another app", async () => {
    const emulator = testEmulator();
    expect((await askToken(emulator, { ...CODE, code: "unknown" })).body).toEqual({ error: "invalid_grant" });
    const other = { authorization: basic("example-client-2", "example-client-secret-2") };
    expect((await askToken(emulator, CODE, other)).body).toEqual({ error: "invalid_grant" });
    emulator.clock.advance(86_400_000);
    expect((await askToken(emulator, CODE)).body).toEqual({ error: "invalid_grant" });
  });

  test("rejects more scopes than were consented to", async () => {
    expect((await askToken(testEmulator(), { ...CODE, scope: "AuditLog.Read Everything" })).body).toEqual({ error: "invalid_scope" });
  });
});

describe("the refresh token grant", () => {
  test("returns a new access token and no new refresh token: the one that was used stays good [source: issueToken.refresh]", async () => {
    const emulator = testEmulator();
    const first = await askToken(emulator, REFRESH);
    const second = await askToken(emulator, REFRESH);
    for (const { status, body } of [first, second])
      expect([status, "refresh_token" in body, body.scope]).toEqual([200, false, expect.stringContaining("Apps.Read")]);
    expect(second.body.access_token).not.toBe(first.body.access_token);
    for (const { body } of [first, second]) expect((await read(emulator, body.access_token)).status).toBe(200);
  });

  test("narrows the scopes of this access token, not of the next", async () => {
    const emulator = testEmulator();
    const narrow = await askToken(emulator, { ...REFRESH, scope: "AuditLog.Read" });
    expect(narrow.body.scope).toBe("AuditLog.Read");
    const wide = await askToken(emulator, REFRESH);
    expect(wide.body.scope.split(" ")).toContain("Apps.Read");
    expect((await askToken(emulator, { ...REFRESH, scope: "Everything" })).body).toEqual({ error: "invalid_scope" });
  });

  test("rejects an unknown refresh token and one of another app [source: issueToken.refresh]", async () => {
    const emulator = testEmulator();
    expect((await askToken(emulator, { ...REFRESH, refresh_token: "unknown" })).body).toEqual({ error: "invalid_grant" });
    expect((await askToken(emulator, REFRESH, { authorization: basic("example-client-2", "example-client-secret-2") })).body).toEqual({
      error: "invalid_grant",
    });
  });
});

describe("a token request that is not valid", () => {
  test.each([
    ["an unknown grant", "grant_type=password&username=a&password=b", 400, "unsupported_grant_type"],
    ["no grant", "scope=AuditLog.Read", 400, "invalid_request"],
    ["no code", "grant_type=authorization_code&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback", 400, "invalid_request"],
    ["no refresh token", "grant_type=refresh_token", 400, "invalid_request"],
    ["a parameter given twice", "grant_type=client_credentials&grant_type=client_credentials", 400, "invalid_request"],
    ["scopes with two spaces between them", "grant_type=client_credentials&scope=a++b", 400, "invalid_scope"],
    ["no body", "", 400, "invalid_request"],
  ])("with %s is rejected by { error }", async (_what, form, status, error) => {
    const answer = await askToken(testEmulator(), form);
    expect([answer.status, answer.body]).toEqual([status, { error }]);
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  test("as JSON, by GET or too long is rejected by { error }", async () => {
    const emulator = testEmulator({ bodyLimitBytes: 100 });
    const authorization = basic(emulator.clientId, emulator.clientSecret);
    const json = await send(emulator, "/connect/token", { method: "POST", headers: { authorization, "content-type": "application/json" }, body: "{}" });
    expect([json.status, json.body]).toEqual([415, { error: "invalid_request" }]);
    const get = await send(emulator, "/connect/token");
    expect([get.status, get.body, get.headers.get("allow")]).toEqual([405, { error: "invalid_request" }, "POST"]);
    const long = await askToken(emulator, `grant_type=client_credentials&scope=${"a".repeat(100)}`);
    expect([long.status, long.body]).toEqual([413, { error: "invalid_request" }]);
  });
});
