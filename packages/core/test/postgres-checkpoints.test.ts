import { describe, expect, it } from "vitest";
import type { OwnerProcesses } from "../src/postgres.ts";
import { postgresCheckpoints } from "../src/postgres.ts";
import { fakeClock } from "./fake-clock.ts";
import { caught } from "./support.ts";

interface Statement {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** A store whose row has an owner. Only an acquire that names this owner as a former one succeeds. */
function ownedBy(owner: string, processes?: OwnerProcesses) {
  const statements: Statement[] = [];
  const store = postgresCheckpoints({
    clock: fakeClock(),
    processes,
    async query(text, values) {
      statements.push({ text, values });
      if (text.startsWith("SELECT owner")) return [{ owner, left_ms: "9000" }];
      if (text.startsWith("INSERT")) return String(values[3]).includes(owner) ? [{ version: "0" }] : [];
      return [{ version: "0", position: null }];
    },
  });
  return { store, statements };
}

const UUID = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Processes of which one has a state. */
function processesWith(state: "running" | "ended" | "unknown"): OwnerProcesses {
  return { own: async () => "this process", stateOf: async (text) => (text === "that process" ? state : "unknown") };
}

describe("a lease in Postgres whose owner did not release it", () => {
  it("is acquired at once if the process of its owner has ended", async () => {
    const { store, statements } = ownedBy(`${UUID} that process`, processesWith("ended"));
    await (await store.acquire("listThings")).release();
    expect(statements[0]?.values[1]).toMatch(/^[-0-9a-f]{36} this process$/);
    expect(statements.map(({ values }) => values[3]).slice(0, 3)).toEqual(["[]", undefined, JSON.stringify([`${UUID} that process`])]);
  });

  it.each([
    ["unknown", "that process", 9050],
    ["ended", "another process", 9050],
    ["running", "that process", undefined],
  ] as const)("is not acquired if its process is %s, and the process is %s", async (state, process, retryAfterMs) => {
    const { store } = ownedBy(`${UUID} ${process}`, processesWith(state));
    const error = await caught(store.acquire("listThings"));
    expect(error).toMatchObject({ code: "checkpoint-owned" });
    expect(Reflect.get(Object(error), "retryAfterMs")).toBe(retryAfterMs);
  });

  it("is not acquired without processes, and reports when it ends", async () => {
    expect(await caught(ownedBy(UUID).store.acquire("listThings"))).toMatchObject({ code: "checkpoint-owned", retryAfterMs: 9050 });
  });

  it("is acquired again by the store that may have acquired it in an attempt without a response", async () => {
    let present: string | undefined;
    let isLost = true;
    const store = postgresCheckpoints({
      clock: fakeClock(),
      async query(text, values) {
        if (text.startsWith("SELECT owner")) return [{ owner: present, left_ms: "9000" }];
        if (present !== undefined && !String(values[3]).includes(present)) return [];
        present = String(values[1]);
        if (isLost) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        return [{ version: "0" }];
      },
    });
    expect(await caught(store.acquire("listThings"))).toMatchObject({ code: "checkpoint-unavailable", retryAfterMs: 0 });
    isLost = false;
    const owned = await store.acquire("listThings");
    expect(await caught(store.acquire("listThings"))).toMatchObject({ code: "checkpoint-owned" });
    await owned.release();
  });
});

it.each([
  ["57P03", "the database system is starting up", 0],
  ["53300", "sorry, too many clients already", 0],
  ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432", 0],
  [undefined, "timeout exceeded when trying to connect", 0],
  [undefined, "The server does not support SSL connections", undefined],
  ["CONNECTION_ENDED", "write CONNECTION_ENDED", undefined],
  ["28P01", "password authentication failed", undefined],
  ["42501", "permission denied for table keywright_checkpoints", undefined],
])("reports whether waiting helps after the code %s: %s", async (code, message, retryAfterMs) => {
  const store = postgresCheckpoints({ query: () => Promise.reject(Object.assign(new Error(message), { code })), clock: fakeClock() });
  const error = await caught(store.acquire("listThings"));
  expect(error).toMatchObject({ code: "checkpoint-unavailable" });
  expect(Reflect.get(Object(error), "retryAfterMs")).toBe(retryAfterMs);
});

it("retries a statement that conflicts with another one", async () => {
  const clock = fakeClock();
  const codes = ["40001", "40P01"];
  const store = postgresCheckpoints({
    clock,
    async query() {
      const code = codes.shift();
      if (code !== undefined) throw Object.assign(new Error("a conflict"), { code });
      return [{ version: "0" }];
    },
  });
  await (await clock.finish(store.acquire("listThings"))).release();
  expect([codes, clock.timers]).toEqual([[], 0]);
});
