import { inspect } from "node:util";
import type { CallOptions } from "@keywright/core";
import { isKeywrightError } from "@keywright/core";
import { describe, expect } from "vitest";
import { sendsJson, head, JSON_TYPE, sends } from "@keywright/tool-torture";
import { ECHOES } from "./echoes.ts";
import { secretsIn, secretsShownBy, SENTINELS } from "./secrets.ts";
import { type Clients, IDS, ITEM, READS, WRITES } from "./subjects.ts";
import { it, repeat, rowsOf } from "./support.ts";

/** Some times what the slowest takes on a machine that is busy; growth with the square takes more. */
const FAST_MS = 500;

const { answeredValue, clientSecret, code, cursor, refreshToken, fieldValue } = SENTINELS;
const ITEM_IDS = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };
const NEW_ITEM = { vault: { id: IDS.vaultUUID }, category: "LOGIN", title: "An item" } as const;

type Call = (clients: Clients, options: CallOptions) => Promise<unknown>;
const issues =
  (body: object): Call =>
  ({ management }, options) =>
    management.issueToken({ clientId: "client", clientSecret, body: body as never }, options);

/** Calls that carry every kind of secret. */
const CALLS: readonly Call[] = [
  ...[...READS, ...WRITES].map(({ call }) => call),
  ({ vault }, options) =>
    vault.replaceItem({ ...ITEM_IDS, body: { ...NEW_ITEM, fields: [{ id: "password", type: "CONCEALED", value: fieldValue }] } }, options),
  async ({ vault }, options) => (await vault.getFileContent(IDS, options)).bytes(),
  ({ management }, options) => management.listAuditLogs({ after: cursor }, options).toArray({ max: 5 }),
  issues({ grant_type: "authorization_code", code, redirect_uri: "https://example.com" }),
  issues({ grant_type: "refresh_token", refresh_token: refreshToken }),
  issues({ grant_type: "client_credentials", client_id: "client", client_secret: clientSecret }),
];

const FIELD = { id: "password", type: "CONCEALED", value: answeredValue, totp: answeredValue, passwordDetails: { history: [answeredValue] } };
const FILE = { id: IDS.fileUUID, content: answeredValue };
const SECRET_ITEM = { ...ITEM, fields: [FIELD], files: [FILE] };

/** Responses whose secrets are for code alone. */
const MASKED = rowsOf<{ readonly answer: unknown; readonly call: Call }>({
  "an item": { answer: SECRET_ITEM, call: ({ vault }, options) => vault.getItem(ITEM_IDS, options) },
  "a raw item": { answer: SECRET_ITEM, call: ({ vault }, options) => vault.raw.getItem(ITEM_IDS, options) },
  "a created item": { answer: SECRET_ITEM, call: ({ vault }, options) => vault.createItem({ vaultUUID: IDS.vaultUUID, body: NEW_ITEM }, options) },
  "a file": { answer: FILE, call: ({ vault }, options) => vault.getFile({ ...IDS, inline_content: true }, options) },
  files: { answer: [FILE], call: ({ vault }, options) => vault.listFiles({ ...ITEM_IDS, inline_content: true }, options) },
  items: { answer: [{ ...ITEM, fields: undefined, files: [FILE] }], call: ({ vault }, options) => vault.listItems({ vaultUUID: IDS.vaultUUID }, options) },
  tokens: {
    answer: { access_token: answeredValue, refresh_token: answeredValue, token_type: "Bearer", expires_in: 3600 },
    call: issues({ grant_type: "client_credentials" }),
  },
  "a workflow run": {
    answer: { results: [{ id: "1", context: { variables: { secret: answeredValue } } }] },
    call: ({ management }, options) => management.getWorkflowRun({ workflowId: "1", runId: "2", variables: ["secret"] }, options),
  },
});

describe("SECRETS a server that shows a client all that it sent", () => {
  it.for(rowsOf(ECHOES))("shows no secret in what the client says: $name", async ({ name, value: echo }, { serve, clients, signal }) => {
    const timeoutMs = name === "nothing, ever" ? 2000 : 10_000;
    await repeat(CALLS.length, async (index) => {
      const server = await serve(echo);
      const call = (CALLS[index] as Call)(clients(server.url, { timeoutMs, retry: { maxRetries: 1 } }), { signal });
      const error: unknown = await call.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(secretsShownBy(error)).toEqual([]);
      expect(server.requests.length).toBeGreaterThan(0);
    });
  });

  it("shows none in a client", ({ clients }) => {
    for (const client of Object.values(clients("http://127.0.0.1"))) expect(secretsShownBy(client)).toEqual([]);
  });
});

describe("SECRETS a response with secrets", () => {
  it.for(MASKED)("is printed without them, and has them for code: $name", async ({ value: { answer, call } }, { serve, clients, signal }) => {
    const server = await serve([sendsJson(answer)]);
    const value = await call(clients(server.url), { signal });
    for (const shown of [inspect(value), inspect(value, { depth: Infinity }), inspect([value], { depth: Infinity }), String(value)])
      expect(secretsIn(shown)).toEqual([]);
    expect(JSON.stringify(value)).toContain(answeredValue);
  });
});

/** Headers on which a careless expression would run for minutes. */
const SLOW_HEADERS: readonly (readonly [name: string, value: string, status: number])[] = [
  ["retry-after", " ".repeat(15_000) + "x", 503],
  ["retry-after", "1".repeat(15_000), 429],
  ["retry-after", `Mon, ${"1".repeat(15_000)}`, 429],
  ["retry-after", `Mon,${" ".repeat(15_000)}03 Jun 2019 11:00:00 GMT`, 429],
  ["content-type", `application/json${" ;".repeat(7000)}`, 200],
  ["content-type", `${"a".repeat(7500)}/${"b".repeat(7500)}`, 200],
  ["content-type", `${"/+json".repeat(2500)}x`, 200],
  ["content-length", "0".repeat(15_000), 200],
  ["www-authenticate", `Bearer ${'realm="'.repeat(2000)}`, 401],
  ["www-authenticate", `Bearer ${'a="\\"'.repeat(3000)}`, 401],
  ["www-authenticate", `Bearer ${"a".repeat(15_000)}`, 401],
  ["link", "<".repeat(15_000), 200],
  ["link", `<x>; rel="next"${"; ".repeat(7000)}`, 200],
];

describe("TRICKS a header of 15,000 characters", () => {
  it.for(SLOW_HEADERS)("is read at once: %s", async ([name, value, status], { serve, clients }) => {
    const others = [JSON_TYPE, ["content-length", "2"] as const].filter(([other]) => other !== name);
    const server = await serve([sends(`${head(status, [...others, [name, value]])}{}`, "finish")]);
    // The time of the processor, which a busy machine does not change.
    const begin = process.cpuUsage();
    const error: unknown = await clients(server.url, { retry: false })
      .vault.getItem(ITEM_IDS)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(FAST_MS);
    expect(error === undefined || isKeywrightError(error)).toBe(true);
  });
});

const SHOWN_IN: readonly (readonly [form: string, show: (secret: string) => unknown])[] = [
  ["a message", (secret) => new Error(`the token ${secret} is bad`)],
  ["a cause", (secret) => new Error("it failed", { cause: new Error("inside", { cause: new Error(secret) }) })],
  ["a property", (secret) => Object.assign(new Error("it failed"), { request: { headers: { authorization: `Bearer ${secret}` } } })],
  ["an excerpt that is not enumerable", (secret) => Object.defineProperty(new Error("it failed"), "excerpt", { value: `<html>${secret}` })],
  ["half of it", (secret) => new Error(secret.slice(0, 16))],
  ["lower case", (secret) => new Error(secret.toLowerCase())],
  ["a query", (secret) => new Error(`?after=${encodeURIComponent(secret)}`)],
  ["Base64 behind other text", (secret) => new Error(Buffer.from(`client:${secret}`).toString("base64"))],
  ["JSON in JSON", (secret) => new Error(JSON.stringify({ body: JSON.stringify({ secret }) }))],
];

describe("SECRETS the search for secrets", () => {
  it.for(SHOWN_IN)("finds each of them in %s", ([, show]) => {
    for (const [name, secret] of Object.entries(SENTINELS)) expect(secretsShownBy(show(secret))).toContain(name);
  });

  it("finds none in what has none", () => {
    expect(secretsShownBy(new Error("getItem failed with status 403: vault is not in the token's scope"))).toEqual([]);
  });
});
