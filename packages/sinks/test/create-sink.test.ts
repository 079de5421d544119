import { wait } from "@keywright/core/client";
import type { Batch } from "@keywright/core/feeds";
import { describe, expect, it } from "vitest";
import { fakeClock, turn } from "../../core/test/fake-clock.ts";
import { createSink, type Part, type PartedSinkOptions, type PartResult, type Sink, SinkError, type SinkEvent } from "../src/index.ts";
import type { TrialEvent } from "../src/sink-rules.ts";
import { caught, eventsFrom, OPTIONS } from "./support.ts";

type Write = (part: Part<TrialEvent>, signal: AbortSignal) => Promise<PartResult<TrialEvent> | void>;

function sinkOf(write: Write, own: Partial<PartedSinkOptions<TrialEvent>> = {}) {
  const clock = fakeClock();
  return { clock, sink: createSink<TrialEvent>({ write: (part, { signal }) => write(part, signal) }, { ...OPTIONS, clock, ...own }) };
}

function batchOf<Event>(events: readonly Event[]): Batch<Event> {
  return { events, position: { cursor: "1" }, lagMs: 5000 };
}

function handle<Event>(sink: Sink<Event>, events: readonly Event[], signal = new AbortController().signal): Promise<unknown> {
  return Promise.resolve(sink.handle(batchOf(events), { attempt: 1, signal }));
}

const numbersOf = ({ records }: Part<TrialEvent>): number[] => records.map(({ event }) => event.number);
const busy = (retryAfterMs?: number): SinkError => new SinkError("unavailable", "busy", { retryAfterMs });

describe("a batch", () => {
  it.each([
    [
      "number",
      { maxEvents: 4 },
      [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
        [8, 9],
      ],
    ],
    ["size, and a larger event goes alone", { maxBytes: 300 }, [[0, 1, 2], [3], [4, 5, 6], [7, 8, 9]]],
  ])("is divided by %s", async (_how, own, expected) => {
    const parts: number[][] = [];
    const { sink } = sinkOf(async (part) => void parts.push(numbersOf(part)), own);
    const events = eventsFrom(0, 10).map((event) => (event.number === 3 ? { ...event, text: "é".repeat(200) } : event));
    await handle(sink, events);
    expect(parts).toEqual(expected);
    expect(sink.counters()).toEqual({
      batches: 1,
      events: 10,
      bytes: new TextEncoder().encode(events.map((event) => JSON.stringify(event)).join("")).length,
      repeated: 0,
      differing: 0,
      deadLetters: 0,
      retries: 0,
      lagMs: 5000,
    });
  });

  it.each([
    [undefined, 1],
    [3, 3],
  ])("has at most the given number of parts in flight: %s", async (inFlight, most) => {
    let underWay = 0;
    const seen: number[] = [];
    const write: Write = async () => {
      underWay += 1;
      seen.push(underWay);
      await turn();
      underWay -= 1;
    };
    const { sink } = sinkOf(write, { maxEvents: 1, inFlight });
    await handle(sink, eventsFrom(0, 8));
    expect([seen.length, Math.max(...seen)]).toEqual([8, most]);
  });

  it("begins no part after one has failed, and waits for those in flight", async () => {
    const parts: number[] = [];
    let ended = 0;
    const write: Write = async (part) => {
      parts.push(...numbersOf(part));
      if (parts.length === 1) throw new Error("no access");
      await turn();
      ended += 1;
    };
    const { sink } = sinkOf(write, { maxEvents: 1, inFlight: 2 });
    expect(await caught(handle(sink, eventsFrom(0, 8)))).toMatchObject({ message: "no access" });
    expect([parts, ended]).toEqual([[0, 1], 1]);
  });
});

describe("a target that is not available", () => {
  it("is asked again after growing waits, and after the time that it asks for", async () => {
    const errors = [busy(), busy(), busy(90_000)];
    const waits: number[] = [];
    const { clock, sink } = sinkOf(
      async () => {
        const error = errors.shift();
        if (error) throw error;
      },
      { onEvent: (event) => void (event.type === "retry" && waits.push(event.delayMs)) },
    );
    await clock.finish(handle(sink, eventsFrom(0, 1)));
    expect(waits).toEqual([500, 1000, 90_000]);
    expect([sink.counters().retries, clock.timers]).toEqual([3, 0]);
  });

  it("is given up after giveUpAfterMs", async () => {
    const { clock, sink } = sinkOf(() => Promise.reject(busy()), { giveUpAfterMs: 10_000 });
    const began = clock.now();
    expect(await clock.finish(caught(handle(sink, eventsFrom(0, 1))))).toMatchObject({ name: "SinkError", code: "unavailable", message: "busy" });
    expect(clock.now() - began).toBeGreaterThanOrEqual(10_000);
    expect(clock.now() - began).toBeLessThan(20_000);
  });

  it("has a time limit, after which its write is aborted and its late response ignored", async () => {
    const parts: number[][] = [];
    const { clock, sink } = sinkOf((part, signal) => {
      parts.push(numbersOf(part));
      return new Promise((resolve) => {
        if (parts.length === 2) resolve();
        // A response that comes after the time limit.
        signal.addEventListener("abort", () => resolve());
      });
    });
    await clock.finish(handle(sink, eventsFrom(0, 2)));
    expect(parts).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect([sink.counters().events, clock.timers]).toEqual([2, 0]);
  });

  it.each(["writes", "waits"])("ends at once if the feed's grace time is over while it %s", async (what) => {
    const over = new AbortController();
    const { clock, sink } = sinkOf(() => (what === "writes" ? new Promise(() => {}) : Promise.reject(busy())));
    const failure = caught(handle(sink, eventsFrom(0, 1), over.signal));
    await turn();
    over.abort(new Error("grace is over"));
    expect(await failure).toMatchObject({ message: "grace is over" });
    expect(clock.timers).toBe(0);
  });

  it("gets what it did not take again, and nothing else", async () => {
    const parts: number[][] = [];
    const { clock, sink } = sinkOf(async (part) => {
      parts.push(numbersOf(part));
      return parts.length < 3 ? { again: part.records.slice(1) } : {};
    });
    await clock.finish(handle(sink, eventsFrom(0, 4)));
    expect(parts).toEqual([
      [0, 1, 2, 3],
      [1, 2, 3],
      [2, 3],
    ]);
    expect(sink.counters().events).toBe(4);
  });
});

describe("an event", () => {
  it.each([
    ["without an id", { idOf: () => undefined }, "the event has no id: expected a text or an exact whole number"],
    ["with half of a surrogate pair in its id", { idOf: () => "a\ud83d" }, "the event has no id: expected a text or an exact whole number"],
    ["with a rounded id", { idOf: () => 2 ** 53 }, "the event has no id: expected a text or an exact whole number"],
    ["that JSON cannot have", { toJson: (event: TrialEvent) => JSON.stringify({ ...event, size: 1n }) }, "the event cannot be read"],
    ["with a carriage return", { toJson: (event: TrialEvent) => JSON.stringify(event).replace(",", ",\r") }, "the event is not JSON on one line"],
    ["on two lines", { toJson: (event: TrialEvent) => JSON.stringify(event, undefined, 1) }, "the event is not JSON on one line"],
  ])("%s becomes a dead letter, and nothing is written", async (_what, own, message) => {
    const deadLetters: unknown[] = [];
    const { sink } = sinkOf(() => Promise.reject(new Error("not reached")), {
      ...own,
      deadLetter: (event, reason) => deadLetters.push([event, reason.code, reason.message]),
    });
    await handle(sink, eventsFrom(0, 1));
    expect(deadLetters).toEqual([[...eventsFrom(0, 1), "rejected", message]]);
  });

  it("that is rejected is found with few writes, and a dead letter after those before it", async () => {
    const written: number[] = [];
    let writes = 0;
    const write: Write = async (part) => {
      writes += 1;
      if (numbersOf(part).includes(700)) throw new SinkError("rejected", "not this one");
      written.push(...numbersOf(part));
    };
    const { sink } = sinkOf(write, { deadLetter: () => expect(written.at(-1)).toBe(699) });
    await handle(sink, eventsFrom(0, 1000));
    expect(written).toEqual(eventsFrom(0, 1000).flatMap(({ number }) => (number === 700 ? [] : [number])));
    expect(writes).toBeLessThanOrEqual(22);
  });

  it.each([1, "", null])("has no time and no type if they are %j, which is not a text", async (value) => {
    const parts: Part<TrialEvent>[] = [];
    const own = { timeOf: () => value as never, typeOf: () => value as never };
    await handle(sinkOf(async (part) => void parts.push(part), own).sink, eventsFrom(0, 1));
    expect(parts[0]?.records).toMatchObject([{ id: "event-0", time: undefined, type: undefined }]);
  });

  it("is one dead letter, and the others are written once, however long deadLetter takes", async () => {
    const written: number[] = [];
    const deadLetters: number[] = [];
    const write: Write = async (part) => {
      written.push(...numbersOf(part));
      return { rejected: part.records.slice(0, 2).map((record) => ({ record, reason: new SinkError("rejected", "no") })) };
    };
    const deadLetter = ({ number }: TrialEvent): Promise<void> => {
      deadLetters.push(number);
      return wait(clock, 5000, undefined);
    };
    const { clock, sink } = sinkOf(write, { timeoutMs: 1000, deadLetter });
    await clock.finish(handle(sink, eventsFrom(0, 3)));
    expect([written, deadLetters]).toEqual([
      [0, 1, 2],
      [0, 1],
    ]);
    expect(sink.counters()).toMatchObject({ events: 1, deadLetters: 2, retries: 0 });
  });

  it("goes to deadLetter again with its batch if deadLetter failed", async () => {
    let calls = 0;
    const { sink } = sinkOf(async () => {}, {
      idOf: () => undefined,
      async deadLetter() {
        calls += 1;
        if (calls === 1) throw new Error("the disk is full");
      },
    });
    const events = eventsFrom(0, 1);
    expect(await caught(handle(sink, events))).toMatchObject({ message: "the disk is full" });
    await handle(sink, events);
    expect([calls, sink.counters().deadLetters]).toEqual([2, 1]);
  });

  it("that deadLetter cannot take fails the batch", async () => {
    const write: Write = async ({ records }) => ({ rejected: records.map((record) => ({ record, reason: new SinkError("rejected", "no") })) });
    const { sink } = sinkOf(write, { deadLetter: () => Promise.reject(new Error("the disk is full")) });
    expect(await caught(handle(sink, eventsFrom(0, 1)))).toMatchObject({ message: "the disk is full" });
    expect(sink.counters().deadLetters).toBe(0);
  });
});

describe("a sink", () => {
  it("closes after the batch that it writes, once, and takes no other", async () => {
    let end = (): void => {};
    const events: string[] = [];
    const target = { write: () => new Promise<void>((resolve) => (end = resolve)), close: () => void events.push("closed") };
    const sink = createSink<TrialEvent>(target, { ...OPTIONS, clock: fakeClock() });
    const written = handle(sink, eventsFrom(0, 1)).then(() => events.push("written"));
    const closed = Promise.all([sink.close(), sink.close()]);
    await turn();
    expect(events).toEqual([]);
    end();
    await Promise.all([written, closed]);
    expect(events.sort()).toEqual(["closed", "written"]);
    expect(await caught(handle(sink, eventsFrom(0, 1)))).toMatchObject({ message: "the sink is closed; create another one" });
  });

  it("reports what it does, without an event in it, and outlives an observer that fails", async () => {
    const seen: SinkEvent[] = [];
    const left = [busy()];
    const write: Write = async ({ records: [record] }) => {
      const error = left.shift();
      if (error) throw error;
      if (record?.event.number === 1) throw new SinkError("rejected", "no");
    };
    const onEvent = (event: SinkEvent): never => {
      seen.push(event);
      throw new Error("the observer failed");
    };
    const { clock, sink } = sinkOf(write, { maxEvents: 1, deadLetter: () => {}, onEvent });
    await clock.finish(handle(sink, eventsFrom(0, 2)));
    expect(seen).toMatchObject([
      { type: "retry", stream: "trialEvents", failures: 1, delayMs: 500, error: { message: "busy" } },
      { type: "written", stream: "trialEvents", events: 1, repeated: 0, durationMs: 500 },
      { type: "dead-letter", stream: "trialEvents", reason: { message: "no" } },
    ]);
    expect(JSON.stringify(seen)).not.toContain("text ");
  });

  it("rejects options that cannot work", () => {
    const target = { write: async () => {} };
    expect(() => createSink(target, { stream: "a" } as never)).toThrow("idOf must be a function that returns the id of an event");
    expect(() => createSink(target, { ...OPTIONS, maxEvent: 5 } as never)).toThrow("maxEvent is not an option of createSink; did you mean maxEvents?");
    expect(() => createSink(target, { ...OPTIONS, timeoutMs: Infinity })).toThrow("timeoutMs must be a time in milliseconds from 1 to 2147483647");
    expect(() => createSink(target, { ...OPTIONS, inFlight: 0 })).toThrow("inFlight must be a whole number from 1 to 64; got 0");
    expect(() => createSink({} as never, OPTIONS)).toThrow("the target's write must be a function that writes a part");
  });
});
