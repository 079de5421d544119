import { expect, test } from "vitest";
import { createManagementEmulator, createVaultEmulator, type Emulator } from "../src/index.ts";
import { shelf, shelfHandlers } from "./shelf-service.ts";

/** Sends a request, and returns what of it no handler read. */
async function unread(emulator: Emulator<unknown, unknown> & { readonly token: string }, path: string, body?: unknown, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const { status } = await emulator.fetch(`https://a.example.com${path}`, { headers, ...sent, ...init });
  return [status, ...(emulator.requests().at(-1)?.unusedInput ?? [])];
}

test("parameters of the query that the operation does not have are unread", async () => {
  const emulator = createVaultEmulator();
  expect(await unread(emulator, "/v1/vaults?filter=name%20eq%20%22a%22&page=2&page=3&sort=name")).toEqual([200, "?page", "?sort"]);
  expect(await unread(emulator, "/v1/activity?limit=1&offset=0")).toEqual([200]);
});

test("what the contract names and the handler does not read is unread", async () => {
  const handlers: typeof shelfHandlers = {
    ...shelfHandlers,
    listBooks: ({ query }) => ({ status: 200, body: { limit: query?.limit } }),
    createBook: ({ body: { title, note } }) => ({ status: 200, body: { title, note: (note as { readonly kind: string }).kind } }),
  };
  const emulator = Object.assign(shelf({}, { handlers }), { token: "writer" });
  const headers = { authorization: "Bearer writer", "content-type": "application/json", "x-trace": "1" };
  expect(await unread(emulator, "/shelves/top/books?limit=1&weight=2&sort=a", undefined, { headers })).toEqual([200, "?sort", "?weight", "header:X-Trace"]);
  const book = { title: "A", pages: 3, note: { kind: "short", size: 1 } };
  expect(await unread(emulator, "/shelves/top/books", book)).toEqual([200, "/pages", "/note/size"]);
  // Its own handlers copy the query and the body.
  const copying = Object.assign(shelf(), { token: "writer" });
  expect(await unread(copying, "/shelves/top/books?limit=1&weight=2")).toEqual([200]);
  expect(await unread(copying, "/shelves/top/books", { title: "A", pages: 3 })).toEqual([200]);
});

test("properties of a body that the contract does not name are unread, at any depth", async () => {
  const emulator = createVaultEmulator();
  const [vault] = emulator.store.vaults.list();
  const item = {
    title: "New",
    category: "LOGIN",
    vault: { id: vault?.id, name: "Mine" },
    titel: "New",
    fields: [{ purpose: "USERNAME", value: "wendy", valeu: "w" }],
    urls: [{ href: "https://a.example.com", "a/b": 1 }],
  };
  expect(await unread(emulator, `/v1/vaults/${vault?.id}/items`, item)).toEqual([200, "/vault/name", "/titel", "/fields/0/valeu", "/urls/0/a~1b"]);
});

test("nothing is unread in a request that was rejected or that got the response of a fault", async () => {
  const emulator = createVaultEmulator();
  expect(await unread(emulator, `/v1/vaults/${emulator.deniedVaultUUID}?page=2`)).toEqual([403]);
  emulator.inject({ operationId: "listVaults", response: { status: 200, body: [] } });
  expect(await unread(emulator, "/v1/vaults?page=2")).toEqual([200]);
  emulator.inject({ operationId: "listVaults", when: "after", response: { status: 200, body: [] } });
  expect(await unread(emulator, "/v1/vaults?page=2")).toEqual([200, "?page"]);
});

test("a stored value is the value that was sent, not a view of it", async () => {
  const emulator = createManagementEmulator();
  const [person] = emulator.store.people.list();
  const body = JSON.stringify({ firstName: "Ada", aliases: ["ada@example.com"] });
  expect(await unread(emulator, `/api/people/v1/${person?.id}`, undefined, { method: "PATCH", body })).toEqual([200]);
  expect(structuredClone(emulator.snapshot()).state.people.find(({ id }) => id === person?.id)?.fields.firstName).toBe("Ada");
});
