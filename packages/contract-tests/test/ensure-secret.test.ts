import { createVaultEmulator, manualClock } from "@keywright/emulator/vault";
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

  it("finds its item by the value if the response to the creation is lost", async () => {
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

  it("says which item to delete if its own cannot be deleted", async () => {
    const here = world();
    here.emulator.inject({ operationId: "deleteItem", response: { status: 403, body: { status: 403, message: "no" } } });
    const ended = await here.clock.runUntil(Promise.allSettled([here.ensure(), here.ensure()]));
    const lost = ended.flatMap((result) => (result.status === "rejected" ? [result.reason as { readonly candidates: readonly string[] }] : []));
    expect(lost).toMatchObject([{ code: "ambiguous", cause: { status: 403 }, message: expect.stringContaining("delete it") }]);
    expect(new Set(lost[0]?.candidates)).toEqual(new Set((await here.titles()).map(({ id }) => id)));
  });

  it.each<[string, readonly Existing[], object]>([
    ["several items have the title", [{ value: "one" }, { value: "two" }], { code: "ambiguous", candidates: [expect.any(String), expect.any(String)] }],
    ["the item has no password", [{}], { code: "not-found" }],
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
