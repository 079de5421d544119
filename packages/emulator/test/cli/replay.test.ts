import { createEventsClient } from "@keywright/events";
import { createManagementClient } from "@keywright/management";
import { createVaultClient, rawFilter } from "@keywright/vault";
import { appendFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { startCommand, startRecording } from "./record-support.ts";
import { ask, type Ready, runToEnd, start, temporaryFile } from "./support.ts";

const HEADER = '{"cassette":1,"upstream":"https://vault.example.com","recordedAt":"2026-03-02T12:00:00Z"}\n';

/** Writes a cassette of GET requests. */
function cassetteOf(...given: readonly (readonly [path: string, status: number, headers?: object])[]): Promise<string> {
  const lines = given.map(([target, status, headers = {}]) => {
    const [path, query = ""] = target.split("?");
    return JSON.stringify({ request: { method: "GET", path, query, headers: {}, warnings: [] }, response: { status, headers, warnings: [] }, durationMs: 1 });
  });
  return temporaryFile("cassette.json", `${HEADER}${lines.join("\n")}\n`);
}

/** What a program reads and writes in a vault. */
async function useVault(baseUrl: string, { token }: Ready["vault"]): Promise<unknown> {
  const vault = createVaultClient({ baseUrl, token });
  const [first] = await vault.listVaults({ filter: rawFilter('name eq "Operations"') });
  const all = await vault.listVaults();
  const vaultUUID = first?.id ?? all[0]?.id ?? "";
  const titles = (await vault.listItems({ vaultUUID })).map(({ id, title }) => [id, title]);
  const body = { title: "New", category: "LOGIN", vault: { id: vaultUUID }, fields: [{ purpose: "PASSWORD", value: "a-new-password" }] } as const;
  const { id: itemUUID = "" } = await vault.createItem({ vaultUUID, body });
  await vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "replace", path: "/title", value: "Newer" }] });
  const { version, fields = [] } = await vault.getItem({ vaultUUID, itemUUID });
  await vault.deleteItem({ vaultUUID, itemUUID });
  const gone = await vault.getItem({ vaultUUID, itemUUID }).catch((error: unknown) => (error as { readonly status?: number }).status);
  return [first, all, titles, itemUUID, version, fields.map(({ id, type, purpose }) => [id, type, purpose]), gone];
}

async function useManagement(baseUrl: string, { clientId, clientSecret }: Ready["management"]): Promise<unknown> {
  const { access_token: token } = await createManagementClient({ baseUrl, token: "" }).issueToken({
    clientId,
    clientSecret,
    body: { grant_type: "client_credentials", scope: "AuditLog.Read Apps.Read" },
  });
  const management = createManagementClient({ baseUrl, token });
  const audit = [];
  for await (const { id, eventType } of management.listAuditLogs({ limit: 50 })) audit.push([id, eventType]);
  return [await management.listAppCategories(), audit];
}

async function useEvents(baseUrl: string, { token }: Ready["events"]): Promise<unknown> {
  const events = createEventsClient({ baseUrl, token });
  const seen = [];
  for await (const { uuid, timestamp } of events.listAuditEvents({ limit: 20, start_time: "2020-01-01T00:00:00Z" })) seen.push([uuid, timestamp]);
  return [await events.introspect(), seen];
}

describe("keywright-emulator replay", () => {
  test.each([
    ["vault", (url: string, ready: Ready) => useVault(url, ready.vault), /^listVaults, request: filter is in the cassette as it was sent.*\n$/],
    ["management", (url: string, ready: Ready) => useManagement(url, ready.management), /^$/],
    ["events", (url: string, ready: Ready) => useEvents(url, ready.events), /^$/],
  ] as const)("the client of %s gets from the cassette what it got from the server", async (service, use, complaint) => {
    const seed = await temporaryFile("seed.json", { management: { auditEvents: 120 }, events: { eventsPerStream: 50 } });
    const { ready, stop } = await start("--seed", seed);
    const recording = await startRecording(ready[service].baseUrl, "--service", service);
    const live = await use(recording.url, ready);
    expect(JSON.stringify(live).length).toBeGreaterThan(500);
    expect(recording.complained()).toMatch(complaint);
    await recording.stop();
    await stop();
    const replay = await startCommand("replay", "--cassette", recording.path, "--service", service);
    expect(await use(replay.url, ready)).toEqual(live);
    expect(replay.complained()).toBe("");
  });

  test("equal requests get their responses in turn, then the last one; the order of the query does not matter", async () => {
    const twice = "/v1/activity?offset=2&limit=1";
    const replay = await startCommand("replay", "--cassette", await cassetteOf([twice, 200], [twice, 503], ["/v1/activity", 404]));
    const statuses = [];
    for (const query of ["?limit=1&offset=2", "", "?offset=2&limit=1", "?limit=1&offset=2"])
      statuses.push((await fetch(`${replay.url}/v1/activity${query}`)).status);
    expect(statuses).toEqual([200, 404, 503, 503]);
  });

  test("a request that was not recorded gets 501, with the closest one and what differs", async () => {
    const { ready } = await start();
    const recording = await startRecording(ready.vault.baseUrl);
    const vaultUUID = "4".repeat(26);
    const send = (url: string, title: string, method = "POST") =>
      fetch(`${url}/v1/vaults/${vaultUUID}/items`, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${ready.vault.token}` },
        body: JSON.stringify({ title, category: "LOGIN", vault: { id: vaultUUID }, fields: [{ value: "a-secret-value" }] }),
      });
    await send(recording.url, "One");
    await ask(`${recording.url}/v1/vaults?filter=${encodeURIComponent('name eq "A"')}`, ready.vault.token);
    await recording.stop();
    const replay = await startCommand("replay", "--cassette", recording.path);
    const path = `/v1/vaults/${vaultUUID}/items`;
    const messageOf = async (response: Response) => [response.status, ((await response.json()) as { readonly message: string }).message];
    const missing = "The cassette has no request that is equal to";
    expect((await send(replay.url, "One")).status).toBe((await recording.cassette()).exchanges[0]?.response.status);
    expect(await messageOf(await send(replay.url, "Two"))).toEqual([
      501,
      `${missing} POST ${path}. The closest is POST ${path} in line 2: a body with another /title`,
    ]);
    expect(await messageOf(await send(replay.url, "One", "PUT"))).toEqual([
      501,
      `${missing} PUT ${path}. The closest is POST ${path} in line 2: another method, another body`,
    ]);
    expect(await messageOf(await fetch(`${replay.url}/v1/vaults`))).toEqual([
      501,
      `${missing} GET /v1/vaults. The closest is GET /v1/vaults?filter=name+eq+%22A%22 in line 3: another query`,
    ]);
    expect(replay.complained()).toContain("a body with another /title\n");
    expect(replay.complained()).not.toContain("a-secret-value");
  });

  test("addresses of the recorded server become those of the replay", async () => {
    const replay = await startCommand("replay", "--cassette", await cassetteOf(["/v1/vaults", 302, { location: "https://vault.example.com/health" }]));
    expect((await fetch(`${replay.url}/v1/vaults`, { redirect: "manual" })).headers.get("location")).toBe(`${replay.url}/health`);
  });

  test("an incomplete last line is left out and reported", async () => {
    const path = await cassetteOf(["/v1/vaults", 200]);
    await appendFile(path, '{"request":{"method":"GET"');
    const replay = await startCommand("replay", "--cassette", path);
    expect((await fetch(`${replay.url}/v1/vaults`)).status).toBe(200);
    expect(replay.complained()).toBe(`${path}: the last line is incomplete and is left out\n`);
  });

  test.each([
    ["", "line 1: expected the header of a cassette; the file has no complete line"],
    ["{}\n", "line 1: /cassette is required; /upstream is required; /recordedAt is required"],
    ['{"cassette":2,"upstream":"https://vault.example.com","recordedAt":"2026-03-02T12:00:00Z"}\n', "line 1: /cassette must be equal to constant"],
    [`${HEADER}{"request"\n`, "line 2: is not valid JSON"],
  ])("%j is no cassette: 1, with the line and the reason", async (content, reason) => {
    const path = await temporaryFile("cassette.json", content);
    expect(await runToEnd("replay", "--cassette", path)).toEqual({ code: 1, printed: "", complained: `${path}: ${reason}\n` });
  });

  test("a missing file is 1, a missing option 2", async () => {
    expect(await runToEnd("replay", "--cassette", "/no/such/file")).toMatchObject({ code: 1, complained: "/no/such/file: there is no such file or folder\n" });
    expect(await runToEnd("replay")).toMatchObject({ code: 2, complained: expect.stringMatching(/^--cassette must be the path of a cassette/) });
  });
});
