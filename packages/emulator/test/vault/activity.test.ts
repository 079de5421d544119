import { describe, expect, test } from "vitest";
import { clientOf, IDS, LOGIN_PATH, patch, errorResponse, send, sendJson, START, testVault } from "./support.ts";

type Entry = {
  readonly requestID: string;
  readonly timestamp: string;
  readonly action: string;
  readonly result: string;
  readonly actor: { readonly [name: string]: string };
  readonly resource: {
    readonly type: string;
    readonly vault?: { readonly id: string };
    readonly item?: { readonly id: string };
    readonly itemVersion?: number;
  };
};
const page = async (emulator: ReturnType<typeof testVault>, query = "") => {
  const { body, headers } = await send(emulator, `/v1/activity${query}`);
  return { entries: body as Entry[], range: headers.get("content-range") };
};
const last = async (emulator: ReturnType<typeof testVault>) => (await page(emulator, "?limit=1")).entries[0] as Entry;
const vault = { id: IDS.vault };
const item = { id: IDS.login };

describe("a record", () => {
  test("says when, who by which token and from where, what and on what", async () => {
    const emulator = testVault();
    const headers = { authorization: "Bearer small-token", "user-agent": "curl/8.0" };
    const { version } = (await send(emulator, LOGIN_PATH, { headers })).body as { version: number };
    const token = emulator.store.tokens.get("small-token");
    expect(await last(emulator)).toEqual({
      requestID: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      timestamp: START,
      action: "READ",
      result: "SUCCESS",
      actor: { id: emulator.store.server.id, account: token?.account, jti: token?.jti, userAgent: "curl/8.0", ip: "127.0.0.1" },
      resource: { type: "ITEM", vault, item, itemVersion: version },
    });
  });

  test.each([
    ["listVaults", "GET", "/v1/vaults", undefined, "READ", { type: "VAULT" }],
    ["getVault", "GET", `/v1/vaults/${IDS.vault}`, undefined, "READ", { type: "VAULT", vault }],
    ["listItems", "GET", `/v1/vaults/${IDS.vault}/items`, undefined, "READ", { type: "VAULT", vault }],
    ["getItem", "GET", LOGIN_PATH, undefined, "READ", { type: "ITEM", vault, item, itemVersion: 0 }],
    ["listFiles", "GET", `${LOGIN_PATH}/files`, undefined, "READ", { type: "ITEM", vault, item, itemVersion: 0 }],
    ["getFile", "GET", `${LOGIN_PATH}/files/${IDS.codes}`, undefined, "READ", { type: "ITEM", vault, item, itemVersion: 0 }],
    ["getFileContent", "GET", `${LOGIN_PATH}/files/${IDS.codes}/content`, undefined, "READ", { type: "ITEM", vault, item, itemVersion: 0 }],
    ["patchItem", "PATCH", LOGIN_PATH, [{ op: "remove", path: "/tags" }], "UPDATE", { type: "ITEM", vault, item, itemVersion: 1 }],
    ["replaceItem", "PUT", LOGIN_PATH, { vault, category: "LOGIN" }, "UPDATE", { type: "ITEM", vault, item, itemVersion: 1 }],
    ["deleteItem", "DELETE", LOGIN_PATH, undefined, "DELETE", { type: "ITEM", vault, item, itemVersion: 0 }],
    ["listActivity", "GET", "/v1/activity", undefined, "READ", { type: "VAULT" }],
  ])("of %s has its action and resource", async (_operation, method, path, body, action, { itemVersion, ...resource }: Partial<Entry["resource"]>) => {
    const emulator = testVault();
    const version = emulator.store.items.get(IDS.login)?.version ?? 0;
    await send(emulator, path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const expected = itemVersion === undefined ? resource : { ...resource, itemVersion: version + itemVersion };
    expect(await last(emulator)).toMatchObject({ action, result: "SUCCESS", resource: expected });
    expect((await last(emulator)).resource).not.toHaveProperty("undefined");
  });

  test("of a request whose body comes late is the newest one when it ends", async () => {
    const emulator = testVault();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const late = send(emulator, LOGIN_PATH, { method: "PATCH", body: readable, duplex: "half" } as RequestInit);
    emulator.clock.advance(5);
    await send(emulator, LOGIN_PATH);
    emulator.clock.advance(5);
    const writer = writable.getWriter();
    await writer.write(new TextEncoder().encode("[]"));
    await writer.close();
    await late;
    const { entries } = await page(emulator);
    expect(entries.map(({ action, timestamp }) => [action, timestamp])).toEqual([
      ["UPDATE", new Date(Date.parse(START) + 10).toISOString()],
      ["READ", new Date(Date.parse(START) + 5).toISOString()],
    ]);
  });

  test("of createItem names the item that was made", async () => {
    const emulator = testVault();
    const { body } = await sendJson(emulator, "POST", `/v1/vaults/${IDS.vault}/items`, { title: "x", vault, category: "LOGIN" });
    const resource = { type: "ITEM", vault, item: { id: (body as { id: string }).id }, itemVersion: 1 };
    expect(await last(emulator)).toMatchObject({ action: "CREATE", result: "SUCCESS", resource });
  });

  test.each([
    ["a foreign vault", 403, "GET", `/v1/vaults/${IDS.denied}`, { type: "VAULT", vault: { id: IDS.denied } }],
    [
      "an item of a foreign vault",
      403,
      "DELETE",
      `/v1/vaults/${IDS.denied}/items/${IDS.secret}`,
      { type: "ITEM", vault: { id: IDS.denied }, item: { id: IDS.secret } },
    ],
    ["an unknown item", 404, "GET", `/v1/vaults/${IDS.vault}/items/${IDS.unknown}`, { type: "ITEM", vault, item: { id: IDS.unknown } }],
    ["an id without its form", 400, "GET", `/v1/vaults/${IDS.vault}/items/NOT-AN-ID`, { type: "ITEM", vault }],
    ["a body that is not valid", 400, "PATCH", LOGIN_PATH, { type: "ITEM", vault, item }],
  ])("of a request that was rejected is DENY: %s", async (_name, status, method, path, resource) => {
    const emulator = testVault();
    expect((await send(emulator, path, { method, ...(method === "PATCH" ? { body: "{}" } : {}) })).status).toBe(status);
    const entry = await last(emulator);
    expect([entry.result, entry.resource]).toEqual(["DENY", resource]);
  });

  test("of a request without a valid token is DENY, and knows neither account nor token", async () => {
    const emulator = testVault();
    for (const headers of [{}, { authorization: "Bearer nobody" }]) {
      expect((await send(emulator, LOGIN_PATH, { headers })).status).toBe(401);
      expect(await last(emulator)).toMatchObject({ action: "READ", result: "DENY", actor: { id: emulator.store.server.id, ip: "127.0.0.1" } });
      expect(Object.keys((await page(emulator, "?limit=2")).entries[1]?.actor ?? {})).toEqual(["id", "ip"]);
    }
  });

  test("distinguishes two tokens of an account by their jti, and never has a token in it [source: listActivity.jti]", async () => {
    const emulator = testVault();
    const second = emulator.issueToken();
    await send(emulator, "/v1/vaults", { headers: { authorization: `Bearer ${second}` } });
    await send(emulator, "/v1/vaults");
    const { entries } = await page(emulator);
    expect(entries[0]?.actor["account"]).toBe(entries[1]?.actor["account"]);
    expect(entries[0]?.actor["jti"]).not.toBe(entries[1]?.actor["jti"]);
    expect(JSON.stringify(entries)).not.toMatch(/small-token|vault-token/);
  });

  test("says each time who asked and when, however often the same token asks", async () => {
    const emulator = testVault();
    for (const agent of ["curl/8.0", "curl/8.0", "tail/1"]) {
      await send(emulator, "/v1/vaults", { headers: { authorization: "Bearer small-token", "user-agent": agent } });
      emulator.clock.advance(1000);
    }
    await send(emulator, "/v1/vaults");
    const { entries } = await page(emulator);
    expect(entries.map(({ actor, timestamp }) => [actor["userAgent"], timestamp.slice(17, 19)])).toEqual([
      [undefined, "03"],
      ["tail/1", "02"],
      ["curl/8.0", "01"],
      ["curl/8.0", "00"],
    ]);
    expect(new Set(entries.map(({ requestID }) => requestID)).size).toBe(4);
  });

  test("heartbeat, health and metrics, which need no token, are not recorded", async () => {
    const emulator = testVault();
    for (const path of ["/heartbeat", "/health", "/metrics"]) await send(emulator, path);
    expect((await page(emulator)).entries).toEqual([]);
  });
});

describe("the pages", () => {
  const filled = async (count: number) => {
    const emulator = testVault();
    for (let index = 0; index < count; index += 1) {
      emulator.clock.advance(1000);
      await send(emulator, "/v1/vaults");
    }
    return emulator;
  };

  test("hold fifty records by default, begin at the offset, and say their range", async () => {
    const emulator = await filled(60);
    const first = await page(emulator);
    expect([first.entries.length, first.range]).toEqual([50, "1-50/60"]);
    const second = await page(emulator, "?offset=50");
    expect([second.entries.length, second.range]).toEqual([10, "51-60/60"]);
    const part = await page(emulator, "?offset=3&limit=4");
    expect([part.entries.length, part.range]).toEqual([4, "4-7/60"]);
    expect(part.entries[0]?.requestID).toBe(first.entries[3]?.requestID);
  });

  test("behind the end are empty", async () => {
    const emulator = await filled(3);
    for (const offset of [3, 4, 1_000_000_000]) expect(await page(emulator, `?offset=${offset}`)).toEqual({ entries: [], range: "*/3" });
    expect((await page(emulator, "?limit=1000000")).entries).toHaveLength(6);
  });

  test.each([
    ["limit=0", "limit must be a whole number of 1 or more"],
    ["limit=-1", "limit must be a whole number of 1 or more"],
    ["limit=1.5", "limit must be a whole number of 1 or more"],
    ["limit=ten", "limit must be a whole number of 1 or more"],
    ["limit=", "limit must be a whole number of 1 or more"],
    ["limit=99999999999999999999", "limit must be a whole number of 1 or more"],
    ["offset=-1", "offset must be a whole number of 0 or more"],
    ["offset=x", "offset must be a whole number of 0 or more"],
  ])("of %s are 400", async (query, message) => {
    expect(await send(testVault(), `/v1/activity?${query}`)).toMatchObject(errorResponse(400, message));
  });

  test.each([1, 2, 7, 50])("are walked to their end by a client, %d at a time, each record once, though reading is recorded too", async (limit) => {
    const emulator = await filled(23);
    const ids = emulator.store.activity.map((entry) => entry.requestID);
    const walked = await clientOf(emulator).listActivity({ limit }).toArray({ max: 100 });
    expect(walked.map(({ requestID }) => requestID)).toEqual(ids.reverse());
  });

  test("that were read show from the next other request, or the next first page, on", async () => {
    const emulator = await filled(1);
    for (const offset of [0, 1, 2]) expect((await page(emulator, `?offset=${offset}`)).range).toMatch(/\/1$/);
    expect((await page(emulator)).range).toBe("1-4/4");
    await patch(emulator, []);
    expect((await page(emulator, "?offset=1")).range).toBe("2-6/6");
    expect(emulator.snapshot().state.activity).toHaveLength(7);
    const times = emulator.snapshot().state.activity.map(({ timestamp = "" }) => timestamp);
    expect(times).toEqual([...times].sort());
  });

  test("move while others write: a record may come twice, and its id shows it", async () => {
    const emulator = await filled(10);
    const first = await page(emulator, "?limit=5");
    for (let index = 0; index < 2; index += 1) await patch(emulator, []);
    const second = await page(emulator, "?limit=5&offset=5");
    const repeated = second.entries.filter(({ requestID }) => first.entries.some((entry) => entry.requestID === requestID));
    expect(repeated).toHaveLength(3);
  });

  test("show every token the activity of all", async () => {
    const emulator = await filled(2);
    const other = emulator.issueToken({ vaults: [] });
    const { body } = await send(emulator, "/v1/activity", { headers: { authorization: `Bearer ${other}` } });
    expect(body).toHaveLength(2);
  });
});

describe("faults and the activity", () => {
  test("a write whose response is lost is recorded; a request that never came through is not", async () => {
    const emulator = testVault();
    emulator.inject({ operationId: "deleteItem", when: "after", response: "drop" });
    await expect(send(emulator, LOGIN_PATH, { method: "DELETE" })).rejects.toThrow("fetch failed");
    emulator.inject({ operationId: "getVault", response: "reset" });
    await expect(send(emulator, `/v1/vaults/${IDS.vault}`)).rejects.toThrow("fetch failed");
    const { entries } = await page(emulator);
    expect(entries.map(({ action, result }) => [action, result])).toEqual([["DELETE", "SUCCESS"]]);
  });
});

test("of a very long list the oldest records are forgotten", () => {
  const { store } = testVault();
  for (let index = 0; index < 110_001; index += 1)
    store.recordActivity({ requestID: String(index), action: "READ", result: "SUCCESS", actor: {}, resource: {} });
  expect([store.activity.length, store.activity.at(-1)?.requestID, store.activity[0]?.requestID]).toEqual([100_000, "110000", "10001"]);
});
