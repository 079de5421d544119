import { createVaultClient } from "@keywright/vault";
import { describe, expect, test } from "vitest";
import { createVaultEmulator, type EmulatorResponse, serveEmulator, type VaultEmulator } from "../../src/index.ts";
import type { ComparedOperation } from "../../src/lib/record/compare/compare.ts";
import { startCommand, startRecording } from "./record-support.ts";
import { afterThisTest, ask, runToEnd, start, temporaryFile } from "./support.ts";

/** A change of the responses of a server. */
type Change = (answer: EmulatorResponse) => EmulatorResponse;

/** Serves a vault that changes the response to a request with its name as the query. */
async function serveChanged(emulator: VaultEmulator, changes: { readonly [query: string]: Change } = {}): Promise<string> {
  const server = await serveEmulator({
    clock: emulator.clock,
    async handle(request) {
      const answer = await emulator.handle(request);
      return changes[request.query]?.(answer) ?? answer;
    },
  });
  afterThisTest(() => server.close());
  return server.url;
}

/** Changes the first element of a list, or an object. */
function inFirst(change: object): Change {
  return (answer) => {
    const json = JSON.parse(String(answer.body)) as object | readonly object[];
    if (!Array.isArray(json)) return withJson(answer, { ...json, ...change });
    const [first, ...others] = json as readonly object[];
    return withJson(answer, [{ ...first, ...change }, ...others]);
  };
}

function withoutHeader(name: string): Change {
  return ({ headers, ...answer }) => ({ ...answer, headers: Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name)) });
}

function withJson(answer: EmulatorResponse, json: unknown): EmulatorResponse {
  const body = JSON.stringify(json);
  return { ...answer, headers: { ...answer.headers, "content-length": String(Buffer.byteLength(body)) }, body };
}

async function compared(path: string, ...args: readonly string[]) {
  const { code, printed, complained } = await runToEnd("compare", "--cassette", path, "--json", ...args);
  expect(complained).toBe("");
  const { operations } = JSON.parse(printed) as { readonly operations: readonly ComparedOperation[] };
  return { code, operations: new Map(operations.map((each) => [each.operation, each])) };
}

/** Calls each operation of the vault. */
async function useAll(baseUrl: string, { token }: VaultEmulator): Promise<void> {
  const vault = createVaultClient({ baseUrl, token });
  const [{ id: vaultUUID = "" } = {}] = await vault.listVaults();
  await vault.getVault({ vaultUUID });
  for (const { id: itemUUID = "" } of await vault.listItems({ vaultUUID })) {
    const { files = [] } = await vault.getItem({ vaultUUID, itemUUID });
    for (const { id: fileUUID = "" } of files) await ask(`${baseUrl}/v1/vaults/${vaultUUID}/items/${itemUUID}/files/${fileUUID}/content`, token);
    await vault.listFiles({ vaultUUID, itemUUID });
  }
  const body = { title: "New", category: "LOGIN", vault: { id: vaultUUID }, fields: [{ purpose: "PASSWORD", value: "a-new-password" }] } as const;
  const created = await vault.createItem({ vaultUUID, body });
  const itemUUID = created.id ?? "";
  await vault.replaceItem({ vaultUUID, itemUUID, body: { ...created, title: "Newer" } as never });
  await vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "replace", path: `/fields/${created.fields?.[0]?.id}/label`, value: "Pin" }] });
  await vault.deleteItem({ vaultUUID, itemUUID });
  await vault.getItem({ vaultUUID, itemUUID }).catch(() => {});
  await ask(`${baseUrl}/v1/vaults`, "no-such-token");
  await ask(`${baseUrl}/v1/activity?limit=3`, token);
  for (const path of ["heartbeat", "health", "metrics"]) await ask(`${baseUrl}/${path}`, "");
}

describe("keywright-emulator compare", () => {
  test("finds no difference to an emulator with other ids, tokens and items", async () => {
    const other = createVaultEmulator({ randomSeed: "another", seed: { activityRecords: 7 } });
    const recording = await startRecording(await serveChanged(other));
    await useAll(recording.url, other);
    await recording.stop();
    const { code, operations } = await compared(recording.path);
    expect([...operations.values()].filter(({ different, notComparable }) => different + notComparable > 0)).toEqual([]);
    expect(code).toBe(0);
    expect([...operations.keys()].sort()).toEqual(
      [
        "createItem",
        "deleteItem",
        "getFileContent",
        "getHealth",
        "getHeartbeat",
        "getItem",
        "getMetrics",
        "getVault",
        "listActivity",
        "listFiles",
        "listItems",
        "listVaults",
        "patchItem",
        "replaceItem",
      ].map((id) => `vault ${id}`),
    );
  });

  test("finds none in management with its tokens, and none in events with its cursors", async () => {
    const { management, events } = (await start("--seed", await temporaryFile("seed.json", { randomSeed: 9 }))).ready;
    const organization = await startRecording(management.baseUrl);
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      scope: "Apps.Read AuditLog.Read",
      client_id: management.clientId,
      client_secret: management.clientSecret,
    });
    const issued = (await (await fetch(`${organization.url}/connect/token`, { method: "POST", body: form })).json()) as { readonly access_token: string };
    await ask(`${organization.url}/api/apps/v1/categories`, issued.access_token);
    const page = (await (await ask(`${organization.url}/api/audit/v1/logs?limit=5`, issued.access_token)).json()) as { readonly next: string };
    await ask(page.next, issued.access_token);
    await organization.stop();
    expect(await compared(organization.path)).toMatchObject({ code: 0, operations: { size: 3 } });

    const account = await startRecording(events.baseUrl);
    const poll = async (position: unknown) => {
      const headers = { authorization: `Bearer ${events.token}`, "content-type": "application/json" };
      const response = await fetch(`${account.url}/api/v2/auditevents`, { method: "POST", headers, body: JSON.stringify(position) });
      return (await response.json()) as { readonly cursor: string };
    };
    await poll({ cursor: (await poll({ limit: 5 })).cursor });
    await account.stop();
    const { code, operations } = await compared(account.path);
    expect([code, operations.get("events listAuditEvents")]).toMatchObject([0, { same: 2, different: 0, notComparable: 0 }]);
  });

  /** By the query that plants them: the path, the change and what the comparison says. */
  const PLANTED: { readonly [query: string]: readonly [path: string, change: Change, text: string] } = {
    status: ["/v1/vaults", (answer) => ({ ...answer, status: 404 }), "status 404; the emulator returns 200"],
    "media-type": [
      "/v1/vaults",
      (answer) => ({ ...answer, headers: { ...answer.headers, "content-type": "text/html" } }),
      "text/html; the emulator returns application/json",
    ],
    "no-body": ["/v1/vaults", ({ status }) => ({ status, headers: {}, body: undefined }), "no body; the emulator returns a body"],
    syntax: ["/v1/vaults", (answer) => ({ ...answer, body: String(answer.body).replace("{", "[") }), "the body: it is not valid JSON"],
    missing: ["/v1/vaults", inFirst({ name: undefined }), "*/name is required"],
    additional: ["/v1/vaults", inFirst({ motto: "per aspera" }), "*/motto is not known to the contract"],
    type: ["/v1/vaults", inFirst({ id: 7 }), "*/id must be string"],
    pattern: ["/v1/vaults", inFirst({ id: "7" }), "*/id does not have the form that the contract asks for"],
    header: ["/v1/vaults/denied", withoutHeader("www-authenticate"), "header www-authenticate only of the emulator"],
    format: ["/v1/vaults/ID", inFirst({ createdAt: "yesterday" }), 'createdAt must match format "date-time"'],
    null: ["/v1/vaults/ID", inFirst({ items: null }), "items must be integer"],
  };

  test.each(Object.entries(PLANTED))("finds a planted difference: %s", async (query, [path, change, text]) => {
    const server = createVaultEmulator();
    const id = server.store.vaults.list()[0]?.id ?? "";
    const recording = await startRecording(await serveChanged(server, { [query]: change }));
    await ask(`${recording.url}${path.replace("ID", id).replace("/denied", "")}?${query}`, query === "header" ? "no-such-token" : server.token);
    await recording.stop();
    const { code, operations } = await compared(recording.path);
    const [only] = operations.values();
    expect([code, only?.different]).toEqual([1, 1]);
    expect(only?.differences.map((finding) => finding.text)).toContain(text);
  });

  test("prints a table, what differs, what cannot be compared, and what may be other data", async () => {
    const server = createVaultEmulator();
    const id = server.store.vaults.list()[0]?.id ?? "";
    const recording = await startRecording(
      await serveChanged(server, { status: (answer) => ({ ...answer, status: 404 }), data: inFirst({ description: undefined }) }),
    );
    const alone = `/v1/vaults/${server.store.vaults.list()[2]?.id}/items`;
    for (const path of [alone, "/v1/vaults", "/v1/vaults?status", "/v1/vaults?status", `/v1/vaults/${id}?data`, "/nowhere"])
      await ask(recording.url + path, server.token);
    await recording.stop();
    const { code, printed } = await runToEnd("compare", "--cassette", recording.path, "--seed", await temporaryFile("seed.json", { randomSeed: 5 }));
    expect(code).toBe(1);
    expect(printed).toBe(`operation         same  different  not comparable
vault listItems      0          0               1
vault listVaults     1          2               0
vault getVault       1          0               0
GET /nowhere         0          0               1

Different:
  vault listVaults: status 404; the emulator returns 200 (2 requests, line 4)

Not comparable:
  vault listItems: no response before it has its id: record the list, too (1 request, line 2)
  GET /nowhere: no contract has this path and method (1 request, line 7)

Allowed by the contract, perhaps only other data:
  vault getVault: /description only of the emulator (1 request, line 6)
`);
  });

  test("with --upstream, records until it is stopped, and then compares", async () => {
    const server = createVaultEmulator();
    const url = await serveChanged(server, { "": (answer) => ({ ...answer, status: 404 }) });
    const running = await startCommand("compare", "--upstream", url, "--json");
    await ask(`${running.url}/v1/vaults`, server.token);
    expect(await running.stop()).toBe(1);
    expect(JSON.parse(running.printed())).toMatchObject({ operations: [{ operation: "vault listVaults", different: 1 }] });
  });

  test.each([
    [[], /^compare needs either --cassette or --upstream/],
    [["--cassette", "a", "--upstream", "https://vault.example.com"], /^compare needs either --cassette or --upstream/],
    [["--cassette", "a", "--service", "x"], /^--service x is not known/],
  ])("%j: 2, with the reason and the usage", async (args, reason) => {
    expect(await runToEnd("compare", ...args)).toMatchObject({ code: 2, complained: expect.stringMatching(reason) });
  });
});
