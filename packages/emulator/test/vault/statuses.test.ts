import { describe, expect, test } from "vitest";
import { VAULT_DOCUMENT } from "../../src/generated/vault.ts";
import { createContract } from "../../src/lib/core/contract/create-contract.ts";
import { IDS, LOGIN_PATH, send, testVault } from "./support.ts";

const V = `/v1/vaults/${IDS.vault}`;
const FOREIGN = `/v1/vaults/${IDS.denied}`;
const FILE = `${LOGIN_PATH}/files/${IDS.codes}`;
const item = JSON.stringify({ title: "x", vault: { id: IDS.vault }, category: "LOGIN" });
const anonymous = { headers: { "content-type": "application/json" } };
const asText = { headers: { authorization: "Bearer small-token", "content-type": "text/plain" } };
const post = { method: "POST", body: item };
const put = { method: "PUT", body: item };
const patch = { method: "PATCH", body: "[]" };
const tooLong = { body: `"${"x".repeat(1_100_000)}"` };

/** How each documented status of each operation is reached by what the service does. */
const BY_BEHAVIOUR: { readonly [operationId: string]: { readonly [status: number]: readonly [path: string, init?: RequestInit] } } = {
  listVaults: { 200: ["/v1/vaults"], 400: ["/v1/vaults?filter=x"], 401: ["/v1/vaults", anonymous] },
  getVault: { 200: [V], 400: ["/v1/vaults/x"], 401: [V, anonymous], 403: [FOREIGN], 404: [`/v1/vaults/${IDS.unknown}`] },
  listItems: {
    200: [`${V}/items`],
    400: [`${V}/items?filter=x`],
    401: [`${V}/items`, anonymous],
    403: [`${FOREIGN}/items`],
    404: [`/v1/vaults/${IDS.unknown}/items`],
  },
  createItem: {
    200: [`${V}/items`, post],
    400: [`${V}/items`, { ...post, body: "{}" }],
    401: [`${V}/items`, { ...post, ...anonymous }],
    403: [`${FOREIGN}/items`, post],
    404: [`/v1/vaults/${IDS.unknown}/items`, post],
    413: [`${V}/items`, { ...post, ...tooLong }],
    415: [`${V}/items`, { ...post, ...asText }],
  },
  getItem: {
    200: [LOGIN_PATH],
    400: [`${V}/items/x`],
    401: [LOGIN_PATH, anonymous],
    403: [`${FOREIGN}/items/${IDS.secret}`],
    404: [`${V}/items/${IDS.unknown}`],
  },
  replaceItem: {
    200: [LOGIN_PATH, put],
    400: [LOGIN_PATH, { ...put, body: "{}" }],
    401: [LOGIN_PATH, { ...put, ...anonymous }],
    403: [`${FOREIGN}/items/${IDS.secret}`, put],
    404: [`${V}/items/${IDS.unknown}`, put],
    413: [LOGIN_PATH, { ...put, ...tooLong }],
    415: [LOGIN_PATH, { ...put, ...asText }],
  },
  patchItem: {
    200: [LOGIN_PATH, patch],
    400: [LOGIN_PATH, { ...patch, body: "{}" }],
    401: [LOGIN_PATH, { ...patch, ...anonymous }],
    403: [`${FOREIGN}/items/${IDS.secret}`, patch],
    404: [`${V}/items/${IDS.unknown}`, patch],
    413: [LOGIN_PATH, { ...patch, ...tooLong }],
    415: [LOGIN_PATH, { ...patch, ...asText }],
  },
  deleteItem: {
    204: [LOGIN_PATH, { method: "DELETE" }],
    400: [`${V}/items/x`, { method: "DELETE" }],
    401: [LOGIN_PATH, { method: "DELETE", ...anonymous }],
    403: [`${FOREIGN}/items/${IDS.secret}`, { method: "DELETE" }],
    404: [`${V}/items/${IDS.unknown}`, { method: "DELETE" }],
  },
  listFiles: {
    200: [`${LOGIN_PATH}/files`],
    400: [`${LOGIN_PATH}/files?inline_content=x`],
    401: [`${LOGIN_PATH}/files`, anonymous],
    403: [`${FOREIGN}/items/${IDS.secret}/files`],
    404: [`${V}/items/${IDS.unknown}/files`],
    413: [`${V}/items/${IDS.note}/files?inline_content=true`],
  },
  getFile: {
    200: [FILE],
    400: [`${LOGIN_PATH}/files/x`],
    401: [FILE, anonymous],
    403: [`${FOREIGN}/items/${IDS.secret}/files/${IDS.codes}`],
    404: [`${LOGIN_PATH}/files/${IDS.unknown}`],
    413: [`${V}/items/${IDS.note}/files/LARGE?inline_content=true`],
  },
  getFileContent: {
    200: [`${FILE}/content`],
    400: [`${LOGIN_PATH}/files/x/content`],
    401: [`${FILE}/content`, anonymous],
    403: [`${FOREIGN}/items/${IDS.secret}/files/${IDS.codes}/content`],
    404: [`${LOGIN_PATH}/files/${IDS.unknown}/content`],
  },
  listActivity: { 200: ["/v1/activity"], 400: ["/v1/activity?limit=0"], 401: ["/v1/activity", anonymous] },
  getHeartbeat: { 200: ["/heartbeat"] },
  getHealth: { 200: ["/health"] },
  getMetrics: { 200: ["/metrics"] },
};

/** What no rule of the source causes: writes are done one after the other here, so that none is in another one's way. */
const BY_FAULT = [
  ["createItem", 409, `${V}/items`, post],
  ["replaceItem", 409, LOGIN_PATH, put],
  ["patchItem", 409, LOGIN_PATH, patch],
  ["deleteItem", 409, LOGIN_PATH, { method: "DELETE" }],
] as const;

const { operations } = createContract(VAULT_DOCUMENT);
const statusesOf = (id: string) => operations.find((operation) => operation.id === id)?.responses;

const rows = Object.entries(BY_BEHAVIOUR).flatMap(([id, statuses]) =>
  Object.entries(statuses).map(([status, [path, init]]) => ({ id, status: Number(status), path, init })),
);

describe("each documented status", () => {
  test.each(rows)("$status of $id is reached by behavior", async ({ id, status, path, init }) => {
    const emulator = testVault();
    const seen: (string | undefined)[] = [];
    const large = emulator.attachFile(IDS.note, { name: "large.bin", contentBase64: Buffer.alloc(102_400).toString("base64") });
    const told = testVault({ seed: emulator.snapshot().state, onExchange: ({ operationId }) => seen.push(operationId) });
    const answer = await send(told, path.replace("LARGE", large), init);
    expect([answer.status, seen]).toEqual([status, [id]]);
    expect(statusesOf(id)?.has(status)).toBe(true);
    if (status >= 400) expect(answer.body).toEqual({ status, message: expect.any(String) });
  });

  test.each(BY_FAULT)("%s: %d is reached by an injected fault", async (operationId, status, path, init) => {
    const emulator = testVault();
    const message = `vault ${IDS.vault} is being changed by another request`;
    emulator.inject({ operationId, response: { status, body: { status, message } } });
    expect(await send(emulator, path, init)).toMatchObject({ status, body: { status, message } });
    expect((await send(emulator, path, init)).status).toBeLessThan(300);
    expect(emulator.unusedFaults()).toEqual([]);
  });

  test("is one of these: none of the contract's is left out", () => {
    const reached = [...rows.map(({ id, status }) => `${id} ${status}`), ...BY_FAULT.map(([id, status]) => `${id} ${status}`)];
    expect(reached.sort()).toEqual(operations.flatMap(({ id, responses }) => [...responses.keys()].map((status) => `${id} ${status}`)).sort());
  });
});
