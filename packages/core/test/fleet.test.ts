import { describe, expect, it } from "vitest";
import { ApiError } from "../src/client.ts";
import { CheckpointError, createFeed, type FeedPosition } from "../src/feeds.ts";
import { createFleet, type FleetEvent, type FleetOptions, fleetStreams, fleetTable, type PostgresQuery, type PostgresTransaction } from "../src/postgres.ts";
import { completeUntil } from "../src/lib/postgres/fleet-table.ts";
import { nextTurn, type TurnEnd } from "../src/lib/postgres/fleet-schedule.ts";
import { fakeClock, turn } from "./fake-clock.ts";
import { caught } from "./support.ts";

const SETTINGS = { clock: fakeClock({ random: 0 }), intervalMs: 30_000, maxIntervalMs: 300_000 };

function statusError(status: number, retryAfterMs?: number): ApiError {
  return new ApiError("api-error", `listThings failed with status ${status}`, {
    operationId: "listThings",
    status,
    headers: new Headers(),
    body: undefined,
    retryAfterMs,
  });
}

describe("the schedule of a stream", () => {
  it("doubles the interval up to the longest while no events come, and starts again with the first event", () => {
    const delays: number[] = [];
    let idle = 0;
    for (let count = 0; count < 6; count += 1) {
      const next = nextTurn({ idle, failures: 3 }, { type: "caught-up", events: 0 }, SETTINGS);
      delays.push(next.delayMs);
      expect(next.failures).toBe(0);
      idle = next.idle;
    }
    expect(delays).toEqual([60_000, 120_000, 240_000, 300_000, 300_000, 300_000]);
    expect(nextTurn({ idle, failures: 0 }, { type: "caught-up", events: 1 }, SETTINGS)).toMatchObject({ delayMs: 30_000, idle: 0 });
  });

  it("has the next turn at once if there are more events", () => {
    expect(nextTurn({ idle: 4, failures: 2 }, { type: "more" }, SETTINGS)).toEqual({ delayMs: 0, accountDelayMs: 0, idle: 0, failures: 0 });
  });

  it.each<readonly [string, TurnEnd, number, object]>([
    ["waits longer after each failure", { type: "failed", events: 0, error: new Error("no") }, 3, { delayMs: 8000, accountDelayMs: 0, failures: 4 }],
    ["waits at most the longest interval", { type: "failed", events: 0, error: new Error("no") }, 40, { delayMs: 300_000, failures: 41 }],
    ["counts failures in a row from its last event", { type: "failed", events: 5, error: new Error("no") }, 7, { delayMs: 1000, failures: 1 }],
    ["keeps Retry-After for the whole account", { type: "failed", events: 0, error: statusError(429, 90_000) }, 0, { delayMs: 90_000, accountDelayMs: 90_000 }],
    [
      "does not add its own failures to the account",
      { type: "failed", events: 0, error: statusError(429, 5000) },
      9,
      { delayMs: 300_000, accountDelayMs: 5000 },
    ],
    ["waits an hour if the token is rejected", { type: "failed", events: 0, error: statusError(401) }, 0, { delayMs: 3_600_000, accountDelayMs: 0 }],
    ["waits a few seconds for Postgres", { type: "failed", events: 0, error: new CheckpointError("checkpoint-unavailable", "away") }, 40, { delayMs: 5000 }],
  ])("%s", (_what, end, failures, expected) => {
    expect(nextTurn({ idle: 0, failures }, end, SETTINGS)).toMatchObject(expected);
  });
});

/** A table of one stream, which is due once, and what is written to it. */
function oneStream() {
  const state = {
    isDue: true,
    failures: 0,
    version: 0,
    position: '{"cursor":"0"}',
    released: [] as (readonly (string | number)[])[],
    others: [] as (readonly (string | number)[])[],
  };
  const query: PostgresQuery = async (text, values) => {
    if (text.includes("WHERE due <= now()")) {
      if (!state.isDue) return [];
      state.isDue = false;
      return [
        { account: "acme", stream: "numbers", target: "table", position: state.position, version: String(state.version), idle: 0, failures: state.failures },
      ];
    }
    if (text.includes("SET position")) {
      if (values[4] !== state.version) return [];
      state.version += 1;
      state.position = String(values[5]);
      return [{}];
    }
    if (text === "SELECT 1") return [{}];
    if (text.includes("SET owner = NULL")) state.released.push(values.slice(4));
    else state.others.push(values);
    return [];
  };
  const transaction: PostgresTransaction = async (work) => {
    const { version, position } = state;
    try {
      await work(query);
    } catch (error) {
      Object.assign(state, { version, position });
      throw error;
    }
  };
  return { state, query, transaction };
}

/** Pages of numbers until an end. */
function numbers(end: number, size: number) {
  return async function* (position: FeedPosition) {
    let from = Number("cursor" in position ? position.cursor : 0);
    while (from < end) {
      const items = Array.from({ length: Math.min(size, end - from) }, (_unused, index) => from + index);
      from += items.length;
      yield { items, resumeAt: String(from) };
    }
  };
}

async function runOnce(options: Partial<FleetOptions<number>>, end = 20) {
  const { state, query, transaction } = oneStream();
  const clock = fakeClock({ random: 0 });
  const events: FleetEvent[] = [];
  const handled: number[] = [];
  const stopping = new AbortController();
  const fleet = createFleet<number>({
    query,
    transaction,
    open: (_turn, given) => createFeed({ stream: "numbers", pages: numbers(end, 5) }, given),
    handle: ({ events: batch }) => void handled.push(...batch),
    clock,
    onEvent(event) {
      events.push(event);
      if (event.type !== "trouble") stopping.abort();
    },
    ...options,
  });
  const summary = await clock.finish(fleet.run({ signal: stopping.signal }));
  return { state, events, handled, summary, clock };
}

describe("a turn", () => {
  it("reads until it has caught up, commits each page with its position, and releases the stream", async () => {
    const { state, events, handled, summary, clock } = await runOnce({});
    expect(handled).toEqual(Array.from({ length: 20 }, (_unused, index) => index));
    expect(state).toMatchObject({ version: 4, position: '{"cursor":"20"}', released: [[30_000, 0, 0, "", "", "caught-up"]] });
    expect(events).toMatchObject([{ type: "turn", events: 20, caughtUp: true }]);
    expect(summary).toEqual({ turns: 1, events: 20 });
    expect(clock.timers).toBe(0);
  });

  it("ends with the page that reaches the number of events, and is due again at once", async () => {
    const { state, events } = await runOnce({ maxTurnEvents: 8 });
    expect(events).toMatchObject([{ type: "turn", events: 10, caughtUp: false }]);
    expect(state).toMatchObject({ position: '{"cursor":"10"}', released: [[0, 0, 0, "", "", "more"]] });
  });

  it("ends with the page that reaches its time, however long that page takes", async () => {
    const clock = fakeClock({ random: 0 });
    const { state } = await runOnce({
      clock,
      maxTurnMs: 1000,
      handle: async () => {
        await clock.advance(1500);
      },
    });
    expect(state).toMatchObject({ position: '{"cursor":"5"}', released: [[0, 0, 0, "", "", "more"]] });
  });

  it("records a failure, and keeps what it had committed", async () => {
    const pages = async function* () {
      yield { items: [1], resumeAt: "1" };
      throw statusError(503, 40_000);
    };
    const { state, events } = await runOnce({ open: (_turn, given) => createFeed({ stream: "numbers", pages }, given) });
    expect(events).toMatchObject([{ type: "failed", events: 1, rejected: false, delayMs: 40_000 }]);
    expect(state.position).toBe('{"cursor":"1"}');
    expect(state.released).toEqual([[40_000, 0, 1, "api-error", expect.stringContaining("listThings"), "failed"]]);
    // The other streams of the account wait as long.
    expect(state.others).toEqual([["acme", 40_000]]);
  });

  it("records that a stream cannot be opened", async () => {
    const { state } = await runOnce({ open: () => Promise.reject(new Error("there is no token file")) });
    expect(state.released).toMatchObject([[1000, 0, 1, "failed", "there is no token file", "failed"]]);
  });

  it("calls the handler once more, and then fails", async () => {
    const attempts: number[] = [];
    const { events } = await runOnce({
      handle: (_batch, { attempt }) => {
        attempts.push(attempt);
        throw new Error("the handler has failed");
      },
    });
    expect(attempts).toEqual([1, 2]);
    expect(events).toMatchObject([{ type: "failed", events: 0 }]);
  });

  it("fails if the handler has caught an error, after which Postgres commits nothing", async () => {
    const { query, transaction, state } = oneStream();
    await runOnce({
      query,
      async transaction(work) {
        let isAborted = false;
        await transaction(async () =>
          work(async (text, values) => {
            if (isAborted) throw Object.assign(new Error("current transaction is aborted"), { code: "25P02" });
            if (text !== "INSERT") return query(text, values);
            isAborted = true;
            throw Object.assign(new Error("duplicate key"), { code: "23505" });
          }),
        );
      },
      handle: (_batch, { query: within }) => within("INSERT", []).catch(() => {}),
    });
    expect(state).toMatchObject({ version: 0, released: [[1000, 0, 1, "25P02", "current transaction is aborted", "failed"]] });
  });

  it("does not take an error of the handler for one of Postgres", async () => {
    const { state } = await runOnce({ handle: () => Promise.reject(Object.assign(new Error("the user's service is away"), { code: "ECONNREFUSED" })) });
    expect(state.released).toMatchObject([[1000, 0, 1, "ECONNREFUSED", "the user's service is away", "failed"]]);
  });

  it("takes an error of the given query for one of Postgres", async () => {
    const { query } = oneStream();
    const { state } = await runOnce({
      transaction: (work) =>
        work((text, values) => (text === "INSERT" ? Promise.reject(Object.assign(new Error("no"), { code: "ECONNRESET" })) : query(text, values))),
      handle: (_batch, { query: within }) => within("INSERT", []),
    });
    expect(state.released).toMatchObject([[1000, 0, 1, "checkpoint-unavailable", expect.stringContaining("ECONNRESET"), "failed"]]);
  });

  it("continues after many empty pages whose positions move, and fails if they do not", async () => {
    const empty = (resumeAt: (page: number) => string) =>
      async function* () {
        for (let page = 1; page < 100; page += 1) yield { items: [] as number[], resumeAt: resumeAt(page) };
      };
    const moving = await runOnce({ open: (_turn, given) => createFeed({ stream: "numbers", pages: empty(String) }, given) });
    expect(moving.state.released).toEqual([[1000, 0, 0, "", "", "more"]]);
    const still = await runOnce({ open: (_turn, given) => createFeed({ stream: "numbers", pages: empty(() => "0") }, given) });
    expect(still.state.released).toMatchObject([[1000, 0, 1, "position-repeated", expect.any(String), "failed"]]);
  });

  it("ends if another worker has the stream", async () => {
    const { query, state } = oneStream();
    let pages = 0;
    const { events } = await runOnce({
      query: async (text, values) => (text.includes("SET position") && ++pages === 2 ? [] : query(text, values)),
      transaction: (work) => work(async (text, values) => (text.includes("SET position") && ++pages === 2 ? [] : query(text, values))),
    });
    expect(events).toMatchObject([{ type: "lost", events: 5 }]);
    expect(state.position).toBe('{"cursor":"5"}');
  });

  it("repeats a transaction that conflicts with another one", async () => {
    const { query, state } = oneStream();
    let conflicts = 2;
    const { handled } = await runOnce({
      query,
      async transaction(work) {
        const { version, position } = state;
        await work(query);
        if (conflicts === 0) return;
        conflicts -= 1;
        Object.assign(state, { version, position });
        throw Object.assign(new Error("could not serialize access"), { code: "40001" });
      },
    });
    expect(handled.slice(0, 15)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
    expect(state).toMatchObject({ version: 4, position: '{"cursor":"20"}' });
  });
});

it("a worker waits while Postgres is not available, and throws what waiting does not help", async () => {
  const clock = fakeClock({ random: 0 });
  const failures = ["57P03", "ECONNREFUSED", "42P01"];
  const events: FleetEvent[] = [];
  const fleet = createFleet<number>({
    query: () => Promise.reject(Object.assign(new Error("no"), { code: failures.shift() })),
    transaction: async () => {},
    open: () => Promise.reject(new Error("unused")),
    handle: () => {},
    clock,
    onEvent: (event) => void events.push(event),
  });
  expect(await clock.finish(caught(fleet.run()))).toMatchObject({
    code: "invalid-configuration",
    option: "table",
    message: expect.stringContaining("fleetTable()"),
  });
  expect(events).toMatchObject([
    { type: "trouble", failures: 1, delayMs: 1000 },
    { type: "trouble", failures: 2, delayMs: 2000 },
  ]);
});

it("a worker that stops lets the page under way be committed, and releases its stream", async () => {
  const { query, state } = oneStream();
  const clock = fakeClock({ random: 0 });
  const stopping = new AbortController();
  let goOn = (): void => {};
  const fleet = createFleet<number>({
    query,
    transaction: (work) => work(query),
    open: (_turn, given) => createFeed({ stream: "numbers", pages: numbers(20, 5) }, given),
    handle: () => new Promise<void>((resolve) => (goOn = resolve)),
    clock,
  });
  const run = fleet.run({ signal: stopping.signal });
  await turn();
  stopping.abort();
  await turn();
  goOn();
  expect(await run).toEqual({ turns: 1, events: 5 });
  expect(state).toMatchObject({ position: '{"cursor":"5"}', released: [[0, 0, 0, "", "", "more"]] });
  expect(clock.timers).toBe(0);
});

it("a worker that stops while it opens a stream changes nothing of its failures", async () => {
  const { query, transaction, state } = oneStream();
  state.failures = 3;
  const stopping = new AbortController();
  const fleet = createFleet<number>({
    query,
    transaction,
    async open() {
      stopping.abort();
      stopping.signal.throwIfAborted();
      throw new Error("unused");
    },
    handle: () => {},
    clock: fakeClock(),
  });
  await fleet.run({ signal: stopping.signal });
  expect(state.released).toEqual([[0, 0, 3, "", "", "stopped"]]);
});

it("a position whose time is beyond the years of Postgres has no time until which it is complete", () => {
  expect(completeUntil({ cursor: "1", lastEventAt: "9999-12-31T23:59:59Z" })).toBe("9999-12-31T23:59:59.000Z");
  for (const lastEventAt of ["+010000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00Z", "no time"])
    expect(completeUntil({ cursor: "1", lastEventAt })).toBe("");
});

it("a list of streams must have names, and a reset a time", async () => {
  const streams = fleetStreams({ query: async () => [] });
  await expect(streams.sync([{ account: "", stream: "numbers", target: "table" }])).rejects.toThrow("account must be 1 to 200 characters of ASCII");
  await expect(streams.reset({ since: "yesterday" })).rejects.toThrow("since must be a date-time of RFC 3339");
  expect(() => fleetTable("fleet; DROP TABLE users")).toThrow("table must be a plain name");
});
