import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { build } from "esbuild";
import { createEventsClient } from "@keywright/events";
import { createVaultClient, type NewItem } from "@keywright/vault";
import { afterAll, describe, expect, it } from "vitest";
import { generateClients, generatedRows } from "../src/generated-clients.ts";

type Method = (input?: { readonly path?: object; readonly query?: object; readonly body?: unknown }) => Promise<unknown>;

/** As much of the generated clients as these tests use. */
interface GeneratedClient {
  readonly listVaults: Method;
  readonly getItem: Method;
  readonly createItem: Method;
  readonly replaceItem: Method;
  readonly listActivity: Method;
  readonly listAuditEvents: Method;
}

interface Generated {
  readonly createClient: (operations: unknown, config: object) => GeneratedClient;
  readonly OPERATIONS: unknown;
}

const root = resolve(import.meta.dirname, "../../..");
const baseUrl = "https://service.example.com";
const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const itemUUID = "h43qsh4jtbbsdmhlg4rjrm5qxi";
const secret = "correct horse battery staple";
const newItem: NewItem = { title: "Payroll portal", category: "LOGIN", vault: { id: vaultUUID } };

const { folder, remove } = await generateClients(root);
afterAll(remove);
const modules = { vault: await load("vault"), events: await load("events") };

async function load(service: string): Promise<Generated> {
  const outfile = join(folder, `${service}.mjs`);
  await build({ entryPoints: [join(folder, `${service}.ts`)], outfile, bundle: true, format: "esm", platform: "neutral" });
  return (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Generated;
}

function theirs(service: keyof typeof modules, fetch: typeof globalThis.fetch, config: object = {}): GeneratedClient {
  const { createClient, OPERATIONS } = modules[service];
  return createClient(OPERATIONS, { serverUrl: baseUrl, auth: { bearer: "token-1" }, fetch, ...config });
}

/** Waits take no time. */
const clock = {
  now: () => 0,
  wallNow: () => 0,
  after: (delayMs: number, callback: () => void) => (delayMs < 10_000 ? setImmediate(callback) : undefined),
  clear: (timer: unknown) => clearImmediate(timer as NodeJS.Immediate),
  random: () => 0.5,
};
const options = { baseUrl, token: "token-1", clock };

interface Sent {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

/** A function as `fetch` that answers each request with the next response, the last one again and again, and keeps what was sent. */
function answering(...responses: readonly (() => Response)[]): typeof fetch & { readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const answer = (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    sent.push({ url: String(url), init });
    return Promise.resolve().then(() => (responses[sent.length - 1] ?? responses.at(-1) ?? Response.error)());
  };
  return Object.assign(answer, { sent });
}

const json =
  (status: number, body: unknown, headers = {}): (() => Response) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

const text =
  (body: string, contentType: string): (() => Response) =>
  () =>
    new Response(body, { headers: { "content-type": contentType } });

const errorOf = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    (value) => Promise.reject(new Error(`it gave ${inspect(value)}`)),
    (error: Error) => error,
  );

describe("what the generated client lacks", () => {
  it("is a deadline that nobody asks for", async () => {
    const [fetchOfTheirs, fetchOfOurs] = [answering(json(200, [])), answering(json(200, []))];
    await theirs("vault", fetchOfTheirs).listVaults();
    await createVaultClient({ ...options, fetch: fetchOfOurs }).listVaults();
    expect(fetchOfTheirs.sent[0]?.init?.signal).toBeNull();
    expect(fetchOfOurs.sent[0]?.init?.signal).toBeInstanceOf(AbortSignal);
  });

  it("is a token that stays at its origin", async () => {
    const [fetchOfTheirs, fetchOfOurs] = [answering(json(200, [])), answering(json(200, []))];
    const elsewhere = { onRequest: (request: { url: string }) => void (request.url = "http://elsewhere.example.com/") };
    await theirs("vault", fetchOfTheirs, elsewhere).listVaults();
    expect(fetchOfTheirs.sent[0]?.url).toBe("http://elsewhere.example.com/");
    expect(new Headers(fetchOfTheirs.sent[0]?.init?.headers).get("authorization")).toBe("Bearer token-1");
    expect(fetchOfTheirs.sent[0]?.init?.redirect).toBeUndefined();
    await createVaultClient({ ...options, fetch: fetchOfOurs }).listVaults();
    expect(fetchOfOurs.sent[0]?.init?.redirect).toBe("manual");
    expect(() => createVaultClient({ ...options, baseUrl: "http://elsewhere.example.com" })).toThrow("http");
  });

  it("is a bound on the size of a response", async () => {
    const fetch = answering(json(200, [], { "content-length": String(2 ** 40) }));
    expect(await theirs("vault", fetch).listVaults()).toEqual([]);
    expect(await errorOf(createVaultClient({ ...options, fetch }).listVaults())).toMatchObject({ name: "InvalidResponseError" });
  });

  it("is a second try with a new token after 401", async () => {
    const tokens = (): (() => string) => {
      let given = 0;
      return () => `token-${(given += 1)}`;
    };
    const [fetchOfTheirs, fetchOfOurs] = [answering(json(401, {}), json(200, [])), answering(json(401, {}), json(200, []))];
    const refused = await errorOf(theirs("vault", fetchOfTheirs, { auth: { bearer: tokens() }, retry: { retries: 2 } }).listVaults());
    expect(refused).toMatchObject({ status: 401 });
    expect(fetchOfTheirs.sent).toHaveLength(1);
    expect(await createVaultClient({ ...options, token: tokens(), fetch: fetchOfOurs }).listVaults()).toEqual([]);
    expect(fetchOfOurs.sent.map(({ init }) => new Headers(init?.headers).get("authorization"))).toEqual(["Bearer token-1", "Bearer token-2"]);
  });

  it("is knowledge of what may be repeated: it goes by the method, when it is told to", async () => {
    const busy = (): ReturnType<typeof answering> => answering(json(503, {}), json(200, { items: [], cursor: "c", has_more: false }));
    const retry = { retry: { retries: 2, retryDelay: 0 } };
    const [unasked, read, write] = [busy(), busy(), busy()];
    await errorOf(theirs("vault", unasked).listVaults());
    await errorOf(theirs("events", read, retry).listAuditEvents({ body: { limit: 1 } }));
    await theirs("vault", write, retry).replaceItem({ path: { vaultUUID, itemUUID }, body: { ...newItem, id: itemUUID } });
    expect([unasked.sent.length, read.sent.length, write.sent.length]).toEqual([1, 1, 2]);
    const [ourRead, ourWrite] = [busy(), busy()];
    for await (const page of createEventsClient({ ...options, fetch: ourRead })
      .listAuditEvents({ limit: 1 })
      .pages())
      expect(page.items).toEqual([]);
    await errorOf(createVaultClient({ ...options, fetch: ourWrite }).replaceItem({ vaultUUID, itemUUID, body: newItem }));
    expect([ourRead.sent.length, ourWrite.sent.length]).toEqual([2, 1]);
  });

  it("is care for secrets in what is printed", async () => {
    const refusal = json(400, { status: 400, message: "bad item", item: { value: secret } });
    const path = { vaultUUID };
    const error = await errorOf(theirs("vault", answering(refusal)).createItem({ path, body: newItem }));
    const ourError = await errorOf(createVaultClient({ ...options, fetch: answering(refusal) }).createItem({ vaultUUID, body: newItem }));
    expect([JSON.stringify(error), inspect(error)].map((printed) => printed.includes(secret))).toEqual([true, true]);
    expect([JSON.stringify(ourError), inspect(ourError)].map((printed) => printed.includes(secret))).toEqual([false, false]);
    const item = answering(json(200, { id: itemUUID, fields: [{ id: "password", value: secret }] }));
    expect(inspect(await theirs("vault", item).getItem({ path: { vaultUUID, itemUUID } }), { depth: 5 })).toContain(secret);
    expect(inspect(await createVaultClient({ ...options, fetch: item }).getItem({ vaultUUID, itemUUID }), { depth: 5 })).not.toContain(secret);
  });

  it("is a check of arguments: an id can name another resource, and a number can be out of its range", async () => {
    const tooLong: NewItem = { ...newItem, fields: [{ purpose: "PASSWORD", generate: true, recipe: { length: 65 } }] };
    const fetch = answering(json(200, {}));
    const client = theirs("vault", fetch);
    await client.getItem({ path: { vaultUUID, itemUUID: ".." } });
    await client.createItem({ path: { vaultUUID }, body: tooLong });
    expect(new URL(fetch.sent[0]?.url ?? "").pathname).toBe(`/v1/vaults/${vaultUUID}/`);
    expect(fetch.sent[1]?.init?.body).toContain('"length":65');
    const none = answering(json(200, {}));
    const vault = createVaultClient({ ...options, fetch: none });
    expect(await errorOf(vault.getItem({ vaultUUID, itemUUID: ".." }))).toMatchObject({ name: "ArgumentError" });
    expect(await errorOf(vault.createItem({ vaultUUID, body: tooLong }))).toMatchObject({ name: "ArgumentError" });
    expect(none.sent).toEqual([]);
  });

  it("is an error of its own for what is no answer of the service: half of one, or a page of a proxy", async () => {
    const [half, page] = [answering(text('{"id":"h43', "application/json")), answering(text("<h1>Sign in</h1>", "text/html"))];
    const path = { vaultUUID, itemUUID };
    expect(await errorOf(theirs("vault", half).getItem({ path }))).toBeInstanceOf(SyntaxError);
    expect(await theirs("vault", page).getItem({ path })).toBe("<h1>Sign in</h1>");
    for (const fetch of [half, page])
      expect(await errorOf(createVaultClient({ ...options, fetch }).getItem(path))).toMatchObject({ name: "InvalidResponseError", operationId: "getItem" });
  });

  it("is the header fields of a refusal", async () => {
    const fetch = answering(json(429, {}, { "retry-after": "120" }));
    const error = await errorOf(theirs("vault", fetch).listVaults());
    expect(Object.keys(error).sort()).toEqual(["body", "name", "status", "statusText", "url"]);
    expect(await errorOf(createVaultClient({ ...options, fetch }).listVaults())).toMatchObject({ status: 429, retryAfterMs: 120_000 });
  });

  it("is whether a write that failed was sent", async () => {
    const refused = Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" }) });
    const fetch = answering(() => {
      throw refused;
    });
    expect(await errorOf(theirs("vault", fetch).createItem({ path: { vaultUUID }, body: newItem }))).toBe(refused);
    expect(await errorOf(createVaultClient({ ...options, fetch }).createItem({ vaultUUID, body: newItem }))).toMatchObject({
      name: "ConnectionError",
      outcome: "not-sent",
    });
  });

  it("is a walk over the pages of a list", async () => {
    const fetch = answering(json(200, [{ uuid: "1" }, { uuid: "2" }]), json(200, [{ uuid: "3" }]), json(200, []));
    const items: unknown[] = [];
    for await (const item of createVaultClient({ ...options, fetch }).listActivity()) items.push(item);
    expect(items).toHaveLength(3);
    const listed = theirs("vault", answering(json(200, [{ uuid: "1" }, { uuid: "2" }]))).listActivity;
    expect(await listed()).toHaveLength(2);
    expect(listed).not.toHaveProperty("pages");
  });
});

it("the generated clients are weighed, each with its errors", async () => {
  const rows = await generatedRows(folder);
  expect(rows.map(({ what }) => what)).toEqual(["a client of the vault", "a client of management", "a client of events"]);
  for (const { size } of rows) expect(size.gzip).toBeGreaterThan(1000);
});

it("the generated clients are removed when they are weighed", async () => {
  const clients = await generateClients(root);
  await access(join(clients.folder, "vault.ts"));
  await clients.remove();
  await expect(access(clients.folder)).rejects.toThrow("ENOENT");
});
