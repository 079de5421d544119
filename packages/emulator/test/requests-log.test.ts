import { createVaultClient } from "@keywright/vault";
import { expect, test } from "vitest";
import { createManagementEmulator, createVaultEmulator, manualClock } from "../src/index.ts";

const START = "2026-03-02T12:00:00.000Z";
const BASE = "https://vault.example.com";

function vault(options: Parameters<typeof createVaultEmulator>[0] = {}) {
  const emulator = createVaultEmulator({ clock: manualClock(START), ...options });
  const send = (path: string, init: RequestInit = {}) =>
    emulator.fetch(`${BASE}${path}`, { headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" }, ...init });
  return { emulator, send, vaultId: emulator.store.vaults.list()[0]?.id ?? "" };
}

test("requests are recorded with operation, caller, status, time and bodies", async () => {
  const { emulator, vaultId } = vault();
  const client = createVaultClient({ baseUrl: BASE, token: emulator.token, fetch: emulator.fetch });
  await client.listVaults();
  await client.createItem({ vaultUUID: vaultId, body: { title: "New", category: "LOGIN", vault: { id: vaultId } } });
  const [first, second] = emulator.requests();
  expect(first).toEqual({
    sequence: expect.any(Number),
    at: START,
    service: "vault",
    operationId: "listVaults",
    method: "GET",
    path: "/v1/vaults",
    query: "",
    status: 200,
    durationMs: expect.any(Number),
    actor: emulator.store.tokens.list()[0]?.jti,
    token: "vaul…",
    requestBody: undefined,
    responseBody: expect.arrayContaining([{ id: vaultId, name: expect.any(String) }]),
    rejectedBy: undefined,
    issues: [],
    fault: undefined,
    isExample: false,
    unusedInput: [],
  });
  expect(second).toMatchObject({
    sequence: (first?.sequence ?? 0) + 1,
    operationId: "createItem",
    requestBody: { title: "New", category: "LOGIN" },
    responseBody: { title: "New", version: 1 },
  });
});

test("secrets of the contract are masked until they are asked for", async () => {
  const { emulator, send, vaultId } = vault();
  const body = { title: "New", category: "LOGIN", vault: { id: vaultId }, fields: [{ id: "password", purpose: "PASSWORD", value: "hunter2" }] };
  await send(`/v1/vaults/${vaultId}/items?access_token=${emulator.token}&q=1`, { method: "POST", body: JSON.stringify(body) });
  const patch = [{ op: "replace", path: "/fields/password/value", value: "hunter3" }];
  await send(`/v1/vaults/${vaultId}/items/${emulator.store.items.list().at(-1)?.id}`, { method: "PATCH", body: JSON.stringify(patch) });
  expect(JSON.stringify(emulator.requests())).not.toMatch(/hunter|vault-token/);
  expect(emulator.requests()).toMatchObject([
    {
      query: "access_token=…&q=1",
      requestBody: { title: "New", fields: [{ id: "password", value: "…" }] },
      responseBody: { title: "New", fields: [{ id: "password", value: "…" }] },
    },
    { requestBody: [{ op: "replace", path: "/fields/password/value", value: "…" }] },
  ]);
  expect(emulator.requests({ masked: false })).toMatchObject([
    { token: emulator.token, query: `access_token=${emulator.token}&q=1`, requestBody: body, responseBody: { fields: [{ value: "hunter2" }] } },
    { requestBody: patch },
  ]);
});

test("a misspelled secret is masked, because no contract says what it is", async () => {
  const { emulator, send, vaultId } = vault();
  const body = {
    title: "New",
    category: "LOGIN",
    vault: { id: vaultId },
    passwrd: "hunter2",
    color: "red",
    fields: [{ id: "a", secretValue: { is: "hunter3" } }],
  };
  await send(`/v1/vaults/${vaultId}/items`, { method: "POST", body: JSON.stringify(body) });
  const [recorded] = emulator.requests();
  expect(recorded?.unusedInput).toEqual(["/passwrd", "/color", "/fields/0/secretValue"]);
  expect(recorded?.requestBody).toEqual({ ...body, passwrd: "…", fields: [{ id: "a", secretValue: "…" }] });
  expect(emulator.requests({ masked: false })[0]?.requestBody).toEqual(body);
});

test("a form is recorded as its fields, and its secrets are masked", async () => {
  const emulator = createManagementEmulator({ clock: manualClock(START) });
  const { clientId, clientSecret } = emulator;
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret });
  await emulator.fetch("https://management.example.com/connect/token", { method: "POST", body });
  expect(emulator.requests()).toMatchObject([
    {
      actor: undefined,
      requestBody: { grant_type: "client_credentials", client_id: clientId, client_secret: "…" },
      responseBody: { access_token: "…", token_type: "Bearer" },
    },
  ]);
});

test("text, bytes and long JSON are recorded as their size", async () => {
  const { emulator, send, vaultId } = vault();
  await send("/heartbeat");
  await send(`/v1/vaults/${vaultId}/items/${emulator.fileItemUUID}/files/${emulator.fileUUID}/content`);
  const body = JSON.stringify({ title: "N".repeat(70_000), category: "LOGIN", vault: { id: vaultId } });
  await send(`/v1/vaults/${vaultId}/items`, { method: "POST", body });
  expect(emulator.requests().map(({ requestBody, responseBody }) => requestBody ?? responseBody)).toEqual([
    "1 bytes",
    expect.stringMatching(/^\d+ bytes$/),
    `${body.length} bytes`,
  ]);
});

test("a rejected request has the stage that rejected it, and why", async () => {
  const { emulator, send, vaultId } = vault({ bodyLimitBytes: 100 });
  const items = `/v1/vaults/${vaultId}/items`;
  await send("/nowhere");
  await send("/v1/vaults", { headers: {} });
  await send("/v1/vaults", { headers: { authorization: "Bearer other" } });
  await send("/v1/activity?limit=many");
  await send(items, { method: "POST", body: '{"title":5,"category":"LOGIN"}' });
  await send(items, { method: "POST", body: "x".repeat(101) });
  await send(items, { method: "POST", body: "a", headers: { authorization: `Bearer ${emulator.token}`, "content-type": "text/csv" } });
  await send(`/v1/vaults/${emulator.deniedVaultUUID}`);
  const management = createManagementEmulator();
  const token = management.issueToken({ scopes: [] });
  await management.fetch("https://m.example.com/api/apps/v1/categories", { headers: { authorization: `Bearer ${token}` } });
  const refusals = [...emulator.requests(), ...management.requests()].map(({ status, rejectedBy, issues }) => [status, rejectedBy, ...issues]);
  expect(refusals).toEqual([
    [404, "route"],
    [401, "authentication", "the credentials are missing"],
    [401, "authentication", "the credentials are invalid"],
    [400, "request", "limit must be integer"],
    [400, "request", "vault is required", "title must be string"],
    [413, "request", "the body has more than 100 bytes"],
    [415, "request", "the media type must be application/json"],
    [403, "handler"],
    [403, "scopes", "the token lacks the scope Apps.Read"],
  ]);
  expect(emulator.requests()[4]?.requestBody).toEqual({ title: 5, category: "LOGIN" });
});

test("a fault is named by its id, and its response is not a rejection", async () => {
  const { emulator, send } = vault();
  const busy = emulator.inject({ operationId: "listVaults", response: { status: 503 } });
  const lost = emulator.inject({ operationId: "listVaults", response: "drop" });
  await send("/v1/vaults");
  await expect(send("/v1/vaults")).rejects.toThrow("fetch failed");
  const recorded = emulator.requests().map(({ fault, status, rejectedBy }) => [fault, status, rejectedBy]);
  expect(recorded).toEqual([
    [busy.id, 503, undefined],
    [lost.id, undefined, undefined],
  ]);
});

test("a request that a fault delayed and the handler rejected has both", async () => {
  const { emulator, send } = vault();
  const { id } = emulator.inject({ operationId: "getVault", response: "malformed-body" });
  await send(`/v1/vaults/${emulator.deniedVaultUUID}?page=2`);
  expect(emulator.requests()).toMatchObject([{ status: 403, fault: id, rejectedBy: "handler", unusedInput: [] }]);
});

test("a request whose client gave up is recorded without a status", async () => {
  const { emulator, send } = vault();
  const { id } = emulator.inject({ operationId: "listVaults", response: "stall" });
  const controller = new AbortController();
  const sent = send("/v1/vaults", { headers: { authorization: `Bearer ${emulator.token}` }, signal: controller.signal });
  setImmediate(() => controller.abort(new Error("given up")));
  await expect(sent).rejects.toThrow("given up");
  expect(emulator.requests()).toMatchObject([{ operationId: "listVaults", fault: id, status: undefined }]);
});

test("the newest requests are kept, as many as `requestLog` says; reset and clearRequests remove them", async () => {
  const { emulator, send } = vault({ requestLog: 2 });
  for (const path of ["/heartbeat", "/health", "/v1/vaults"]) await send(path);
  expect(emulator.requests().map(({ path }) => path)).toEqual(["/health", "/v1/vaults"]);
  const [, last] = emulator.requests();
  expect(emulator.requests({ since: (last?.sequence ?? 0) - 1 })).toEqual([last]);
  expect(emulator.requests({ since: last?.sequence ?? 0 })).toEqual([]);
  expect(emulator.requests({ limit: 1 })).toEqual(emulator.requests().slice(0, 1));
  emulator.clearRequests();
  expect(emulator.requests()).toEqual([]);
  await send("/heartbeat");
  emulator.reset();
  expect(emulator.requests()).toEqual([]);
  const none = vault({ requestLog: 0 });
  await none.send("/heartbeat");
  expect(none.emulator.requests()).toEqual([]);
});

test("sequences of two emulators are in the order of the responses", async () => {
  const [one, other] = [vault(), vault()];
  for (const { send } of [one, other, one]) await send("/heartbeat");
  const [first = 0, third = 0] = one.emulator.requests().map(({ sequence }) => sequence);
  expect([third - first, (other.emulator.requests()[0]?.sequence ?? 0) - first]).toEqual([2, 1]);
});
