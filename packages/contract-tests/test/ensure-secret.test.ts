import { createVaultEmulator, manualClock } from "@keywright/emulator/vault";
import { ConnectionError } from "@keywright/core";
import { createVaultClient } from "@keywright/vault";
import { ensureSecret, type EnsureOptions } from "@keywright/vault/rotation";
import { describe, expect, it } from "vitest";

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const title = "Session key";
const MINUTES_MS = 600_000;

interface Existing {
  readonly value?: string;
  readonly state?: "ARCHIVED" | "DELETED";
}

/** A server with items of the title, and calls of the function on it. */
function world(existing: readonly Existing[] = []) {
  const clock = manualClock("2026-03-02T08:00:00Z");
  const items = existing.map(({ value, state }) => ({
    title,
    category: "PASSWORD" as const,
    ...(state === undefined ? {} : { state }),
    fields: value === undefined ? [] : [{ id: "password", purpose: "PASSWORD" as const, value }],
  }));
  const emulator = createVaultEmulator({ clock, seed: { vaults: [{ id: vaultUUID, name: "Production", items }] } });
  clock.advance(MINUTES_MS);
  const client = createVaultClient({ baseUrl: "https://vault.example.com", token: emulator.token, fetch: emulator.fetch, clock, retry: false });
  const ensure = (options: EnsureOptions = {}, on = client) => ensureSecret(on, { vaultUUID, title }, { clock, ...options });
  const titles = async () => (await client.listItems({ vaultUUID })).filter((item) => item.title === title && item.state === undefined);
  const requests = (method: string): number => emulator.requests().filter((request) => request.method === method).length;
  return { clock, emulator, client, ensure, titles, requests };
}

type World = ReturnType<typeof world>;

async function failure({ clock }: World, call: Promise<unknown>): Promise<unknown> {
  return clock.runUntil(
    call.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
}

describe("ensureSecret", () => {
  it("creates a missing secret by the recipe, and reads it in later calls, without a pause once it is old", async () => {
    const here = world();
    const options = { recipe: { length: 12, characterSets: ["DIGITS"] } } as const;
    const first = await here.clock.runUntil(here.ensure(options));
    expect(first).toMatchObject({ value: expect.stringMatching(/^\d{12}$/), created: true });
    expect(await here.clock.runUntil(here.ensure(options))).toMatchObject({ value: first.value, created: false });
    here.clock.advance(MINUTES_MS);
    const before = here.clock.now();
    expect(await here.clock.runUntil(here.ensure(options))).toMatchObject({ value: first.value, created: false });
    expect(here.clock.now()).toBe(before);
    expect(await here.titles()).toHaveLength(1);
  });

  it.each([2, 5])("%d processes that call it at once settle on one item, also with creates that overlap", async (count) => {
    const here = world();
    // Each create takes longer than the one before, after all have seen that there is none.
    const clients = Array.from({ length: count }, (_unused, index) => ({
      ...here.client,
      createItem: async (...input: Parameters<typeof here.client.createItem>) => {
        await new Promise<void>((resolve) => void here.clock.after(index * 700, resolve));
        return here.client.createItem(...input);
      },
    }));
    const ended = await here.clock.runUntil(Promise.all(clients.map((client) => here.ensure({}, client))));
    const late = await here.clock.runUntil(here.ensure());
    expect(new Set([...ended, late].map(({ value }) => value)).size).toBe(1);
    expect(ended.map(({ created }) => created)).toEqual(ended.map((_unused, index) => index === 0));
    expect(here.requests("POST")).toBe(count);
    expect(await here.titles()).toHaveLength(1);
  });

  it("finds its item if the response to the creation is lost", async () => {
    const here = world();
    here.emulator.inject({ operationId: "createItem", when: "after", response: "drop" });
    expect(await here.clock.runUntil(here.ensure())).toMatchObject({ created: true });
    expect(await here.titles()).toHaveLength(1);
  });

  it("deletes its item also if the response to its creation is lost and another process was first", async () => {
    const here = world();
    here.emulator.inject({ operationId: "createItem", when: "after", response: "drop", fromMs: 500 });
    const client = {
      ...here.client,
      createItem: async (...input: Parameters<typeof here.client.createItem>) => {
        await new Promise<void>((resolve) => void here.clock.after(1000, resolve));
        return here.client.createItem(...input);
      },
    };
    const [first, second] = await here.clock.runUntil(Promise.all([here.ensure(), here.ensure({}, client)]));
    expect(second).toMatchObject({ value: first.value, created: false });
    expect(await here.titles()).toHaveLength(1);
  });

  it("throws the error of a creation that did not happen", async () => {
    const here = world();
    here.emulator.inject({ operationId: "createItem", response: "drop" });
    expect(await failure(here, here.ensure())).toMatchObject({ name: "ConnectionError" });
    here.emulator.inject({ operationId: "createItem", response: { status: 403, body: { status: 403, message: "no" } } });
    expect(await failure(here, here.ensure())).toMatchObject({ name: "ApiError", status: 403, operationId: "createItem" });
    expect(await here.titles()).toEqual([]);
  });

  it("returns the first one's value if its own item cannot be deleted, and later calls ignore what remains", async () => {
    const here = world();
    here.emulator.inject({ operationId: "deleteItem", response: { status: 403, body: { status: 403, message: "no" } } });
    const [first, second] = await here.clock.runUntil(Promise.all([here.ensure(), here.ensure()]));
    expect(await here.titles()).toHaveLength(2);
    here.clock.advance(MINUTES_MS);
    const late = await here.clock.runUntil(here.ensure());
    expect(new Set([first.value, second.value, late.value]).size).toBe(1);
    expect(here.requests("DELETE")).toBe(1);
  });

  it("tries once more to delete its item", async () => {
    const here = world();
    here.emulator.inject({ operationId: "deleteItem", response: "drop" });
    const [first, second] = await here.clock.runUntil(Promise.all([here.ensure(), here.ensure()]));
    expect(second.value).toBe(first.value);
    expect(await here.titles()).toHaveLength(1);
  });

  it("can be canceled after it created an item, and the others go on", async () => {
    const here = world();
    const canceled = new AbortController();
    const late = {
      ...here.client,
      createItem: async (...input: Parameters<typeof here.client.createItem>) => {
        await new Promise<void>((resolve) => void here.clock.after(500, resolve));
        const item = await here.client.createItem(...input);
        canceled.abort(new Error("enough"));
        return item;
      },
    };
    const ended = await here.clock.runUntil(Promise.allSettled([here.ensure(), here.ensure({ signal: canceled.signal }, late)]));
    expect(ended).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { message: "enough" } }]);
    expect(await here.titles()).toHaveLength(2);
    here.clock.advance(MINUTES_MS);
    const value = await here.clock.runUntil(here.ensure());
    expect(ended[0]).toMatchObject({ value: { value: value.value } });
  });

  it("never deletes an item that a person made, though its password is the same", async () => {
    const here = world();
    here.emulator.inject({ operationId: "createItem", when: "after", response: "drop", fromMs: 500 });
    const recipe = { length: 1, characterSets: ["DIGITS"], excludeCharacters: "012345678" } as const;
    const client = {
      ...here.client,
      createItem: async (...input: Parameters<typeof here.client.createItem>) => {
        const fields = [{ id: "password", type: "CONCEALED" as const, purpose: "PASSWORD" as const, value: "9" }];
        for (let count = 0; count < 2; count += 1)
          await here.client.createItem({ vaultUUID, body: { title, category: "PASSWORD", vault: { id: vaultUUID }, fields } });
        await new Promise<void>((resolve) => void here.clock.after(1000, resolve));
        return here.client.createItem(...input);
      },
    };
    expect(await failure(here, here.ensure({ recipe }, client))).toMatchObject({ code: "ambiguous" });
    expect(here.requests("DELETE")).toBe(0);
  });

  it("waits a second more if the server's times are whole seconds", async () => {
    const here = world();
    const wholeSeconds = <Value extends object>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll(/(:\d\d)\.\d+Z/g, "$1Z")) as Value;
    const of = (delayMs: number) => ({
      ...here.client,
      listItems: async (...input: Parameters<typeof here.client.listItems>) => wholeSeconds(await here.client.listItems(...input)),
      createItem: async (...input: Parameters<typeof here.client.createItem>) => {
        await new Promise<void>((resolve) => void here.clock.after(delayMs, resolve));
        return wholeSeconds(await here.client.createItem(...input));
      },
    });
    const ended = await here.clock.runUntil(Promise.all([0, 300, 600, 900].map((delayMs) => here.ensure({ settleMs: 0 }, of(delayMs) as never))));
    expect(new Set(ended.map(({ value }) => value)).size).toBe(1);
  });

  it.each([-59_000, 59_000])("takes no item for settled that may be deleted yet, with a clock that is wrong by %d ms", async (wrongMs) => {
    const here = world();
    const clock = { ...here.clock, now: () => here.clock.now(), wallNow: () => here.clock.wallNow() + wrongMs };
    // The later item is the first that a list shows.
    const lagging = {
      ...here.client,
      listItems: async (...input: Parameters<typeof here.client.listItems>) => {
        const items = await here.client.listItems(...input);
        return here.clock.now() < start + 1900 ? items.slice(1) : items;
      },
    };
    const start = here.clock.now();
    for (const [index, value] of ["first", "later"].entries()) {
      const fields = [{ id: "password", type: "CONCEALED" as const, purpose: "PASSWORD" as const, value }];
      const tags = index === 0 ? [] : ["ensureSecret:of another process"];
      await here.client.createItem({ vaultUUID, body: { title, category: "PASSWORD", vault: { id: vaultUUID }, fields, tags } });
    }
    expect(await here.clock.runUntil(here.ensure({ clock }, lagging as never))).toMatchObject({ value: "first" });
  });

  it("ignores its item if the server creates it after the call has ended", async () => {
    const here = world();
    const input: Parameters<typeof here.client.createItem>[0][] = [];
    const late = {
      ...here.client,
      async createItem(given: Parameters<typeof here.client.createItem>[0]) {
        input.push(given);
        throw new ConnectionError("connection-failed", "the connection was lost", { outcome: "unknown" });
      },
    };
    const [first, second] = await here.clock.runUntil(Promise.all([here.ensure(), here.ensure({}, late as never)]));
    for (const given of input) await here.client.createItem(given);
    here.clock.advance(MINUTES_MS);
    const next = await here.clock.runUntil(here.ensure());
    expect([second.value, next.value]).toEqual([first.value, first.value]);
    expect(await here.titles()).toHaveLength(2);
  });

  it("ends a deletion with the reason of a cancel", async () => {
    const here = world();
    const canceled = new AbortController();
    const late = {
      ...here.client,
      createItem: async (...input: Parameters<typeof here.client.createItem>) => {
        await new Promise<void>((resolve) => void here.clock.after(500, resolve));
        return here.client.createItem(...input);
      },
      deleteItem: async (...input: Parameters<typeof here.client.deleteItem>) => {
        canceled.abort(new Error("enough"));
        return here.client.deleteItem(...input);
      },
    };
    const ended = await here.clock.runUntil(Promise.allSettled([here.ensure(), here.ensure({ signal: canceled.signal }, late)]));
    expect(ended).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { message: "enough" } }]);
  });

  it("says what to choose from where the server does not say when items were created", async () => {
    const here = world();
    const timeless = {
      ...here.client,
      listItems: async (...input: Parameters<typeof here.client.listItems>) =>
        (await here.client.listItems(...input)).map((item) => ({ ...item, createdAt: undefined })),
    };
    const ended = await here.clock.runUntil(Promise.allSettled([here.ensure({}, timeless as never), here.ensure({}, timeless as never)]));
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(ended[0]).toMatchObject({ reason: { code: "ambiguous", candidates: [expect.any(String), expect.any(String)] } });
  });

  it("creates nothing again and again where a server changes the title", async () => {
    const here = world();
    const trimming = {
      ...here.client,
      createItem: ({ vaultUUID: vault, body }: Parameters<typeof here.client.createItem>[0]) =>
        here.client.createItem({ vaultUUID: vault, body: { ...body, title: "Session" } }),
    };
    expect(await failure(here, here.ensure({}, trimming as never))).toMatchObject({ code: "not-found", message: expect.stringContaining('as "Session"') });
    expect(here.requests("DELETE")).toBe(1);
  });

  it.each<[string, readonly Existing[], object]>([
    ["several items have the title", [{ value: "one" }, { value: "two" }], { code: "ambiguous", candidates: [expect.any(String), expect.any(String)] }],
    ["the item has no password", [{}], { code: "not-found" }],
    ["the password is empty", [{ value: "" }], { code: "not-found", message: expect.stringContaining("is empty") }],
    ["the item is archived", [{ value: "one", state: "ARCHIVED" }], { code: "not-found", message: expect.stringContaining("is archived: restore ") }],
  ])("throws and writes nothing if %s", async (_what, existing, expected) => {
    const here = world(existing);
    expect(await failure(here, here.ensure())).toMatchObject({ name: "LookupError", ...expected });
    expect(here.requests("POST") + here.requests("PATCH") + here.requests("DELETE")).toBe(0);
  });

  it("waits until a list shows the new item, and says so if it never does", async () => {
    const here = world();
    let hidden = 3;
    const client = {
      ...here.client,
      listItems: async (...input: Parameters<typeof here.client.listItems>) => {
        const items = await here.client.listItems(...input);
        return (hidden -= 1) >= 0 ? [] : items;
      },
    };
    expect(await here.clock.runUntil(here.ensure({}, client as never))).toMatchObject({ created: true });
    const blind = { ...here.client, listItems: () => Promise.resolve([]) };
    expect(await failure(here, here.ensure({ waitMs: 5000 }, blind as never))).toMatchObject({ message: expect.stringContaining("raise waitMs") });
  });

  it("shows no value in the console", async () => {
    const here = world([{ value: "sentinel" }]);
    const { inspect } = await import("node:util");
    expect(inspect(await here.clock.runUntil(here.ensure()), { depth: 9 })).not.toContain("sentinel");
  });
});
