import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { askToken, IDS, patchUser, send, testEmulator } from "./support.ts";

const CALLBACK = "https://app.example.com/callback";
const ASKED = { response_type: "code", client_id: "example-client-1", redirect_uri: CALLBACK, scope: "AuditLog.Read offline_access" };

async function consent(emulator: ReturnType<typeof testEmulator>, parameters: { readonly [name: string]: string } = {}) {
  const answer = await send(emulator, `/connect/authorize?${new URLSearchParams({ ...ASKED, ...parameters }).toString()}`, { headers: {} });
  const location = answer.headers.get("location");
  return { ...answer, location: location === null ? undefined : new URL(location) };
}
const exchange = (emulator: ReturnType<typeof testEmulator>, code: string, more: { readonly [name: string]: string } = {}) =>
  askToken(emulator, { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...more });

describe("the authorization endpoint", () => {
  test("consents at once and sends the browser back with a code and the state", async () => {
    const emulator = testEmulator();
    const { status, location } = await consent(emulator, { state: "a b&c", prompt: "none" });
    expect([status, location?.origin, location?.pathname, location?.searchParams.get("state")]).toEqual([302, "https://app.example.com", "/callback", "a b&c"]);
    const { body } = await exchange(emulator, location?.searchParams.get("code") ?? "");
    expect([body.scope, typeof body.refresh_token]).toEqual(["AuditLog.Read offline_access", "string"]);
  });

  test("consents to what was asked for: a refresh has no other scope of the program", async () => {
    const emulator = testEmulator();
    const { location } = await consent(emulator);
    const { body } = await exchange(emulator, location?.searchParams.get("code") ?? "");
    const refresh = { grant_type: "refresh_token", refresh_token: body.refresh_token };
    expect((await askToken(emulator, refresh)).body.scope).toBe("AuditLog.Read offline_access");
    expect((await askToken(emulator, { ...refresh, scope: "Apps.Read" })).body).toEqual({ error: "invalid_scope" });
  });

  test("sends no state back where there was none", async () => {
    expect((await consent(testEmulator())).location?.searchParams.has("state")).toBe(false);
  });

  test("asks for all scopes but offline_access where none is named", async () => {
    const emulator = testEmulator();
    const { scope: _scope, ...parameters } = ASKED;
    const answer = await send(emulator, `/connect/authorize?${new URLSearchParams(parameters).toString()}`);
    const { body } = await exchange(emulator, new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "");
    expect([body.scope.split(" ").length, body.refresh_token]).toEqual([16, undefined]);
  });

  test("returns a code that is good for ten minutes [source: issueToken.code-expires]", async () => {
    const emulator = testEmulator();
    const [first, second] = [await consent(emulator), await consent(emulator)];
    emulator.clock.advance(599_999);
    expect((await exchange(emulator, first.location?.searchParams.get("code") ?? "")).status).toBe(200);
    emulator.clock.advance(1);
    expect((await exchange(emulator, second.location?.searchParams.get("code") ?? "")).body).toEqual({ error: "invalid_grant" });
  });

  test("checks the code verifier (PKCE, S256) where a challenge was given", async () => {
    const emulator = testEmulator();
    const code_verifier = "a-verifier-that-is-long-enough-for-rfc-7636-to-take";
    const challenge = { code_challenge: createHash("sha256").update(code_verifier).digest("base64url"), code_challenge_method: "S256" };
    const code = (await consent(emulator, challenge)).location?.searchParams.get("code") ?? "";
    expect((await exchange(emulator, code)).body).toEqual({ error: "invalid_grant" });
    expect((await exchange(emulator, code, { code_verifier: "another" })).body).toEqual({ error: "invalid_grant" });
    expect((await exchange(emulator, code, { code_verifier })).status).toBe(200);
  });

  test("rejects a code verifier where no challenge was given", async () => {
    const emulator = testEmulator();
    const code = (await consent(emulator)).location?.searchParams.get("code") ?? "";
    expect((await exchange(emulator, code, { code_verifier: "something" })).body).toEqual({ error: "invalid_grant" });
  });

  test.each([
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_type: "" }, "unsupported_response_type"],
    [{ scope: "Everything" }, "invalid_scope"],
    [{ code_challenge: "a".repeat(43), code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge: "short", code_challenge_method: "S256" }, "invalid_request"],
    [{ code_challenge_method: "S256" }, "invalid_request"],
  ])("sends the browser back with the error of %j", async (parameters, error) => {
    const { status, location } = await consent(testEmulator(), { state: "s", ...parameters });
    expect([status, location?.searchParams.get("error"), location?.searchParams.get("state"), location?.searchParams.has("code")]).toEqual([
      302,
      error,
      "s",
      false,
    ]);
  });

  test("says access_denied where the user who would consent has no access", async () => {
    const emulator = testEmulator();
    await patchUser(emulator, [{ op: "replace", path: "active", value: false }], IDS.admin);
    expect((await consent(emulator)).location?.searchParams.get("error")).toBe("access_denied");
  });

  test.each([{ client_id: "nobody" }, { redirect_uri: "https://evil.example.com/callback" }, { redirect_uri: `${CALLBACK}/more` }, { redirect_uri: "" }])(
    "sends no one anywhere for %j",
    async (parameters) => {
      const { status, location } = await consent(testEmulator(), parameters);
      expect([status, location]).toEqual([400, undefined]);
    },
  );

  test("rejects a parameter that is given twice", async () => {
    const { headers } = await send(testEmulator(), `/connect/authorize?${new URLSearchParams(ASKED).toString()}&scope=AuditLog.Read`);
    expect(new URL(headers.get("location") ?? "").searchParams.get("error")).toBe("invalid_request");
  });
});
