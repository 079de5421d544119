import { platformClock, wait } from "@keywright/core/client";
import { isSinkError, type SinkError } from "../sink-error.ts";
import type { SinkEvent } from "../sink.ts";
import { compareStored } from "./compare-stored.ts";
import type { SinkFigures, SinkPromises, SinkTrial, TrialEvent, TrialFault } from "./sink-trial.ts";
import { streamInto, trialEvents, type TrialStream } from "./trial-run.ts";

/** One rule for every sink. */
export interface SinkRule {
  /** The rule as a sentence, for the name of a test. */
  readonly rule: string;
  /**
   * Checks the rule with a new target.
   *
   * @throws Error that says what was expected and what the sink did.
   */
  check(begin: () => Promise<SinkTrial>): Promise<SinkFigures>;
}

const FAULTS: readonly (readonly [TrialFault, string])[] = [
  ["error", "returns an error"],
  ["hang", "does not respond"],
  ["half", "takes half of a write"],
  ["late", "takes a write whose response is lost"],
];

// Turns of the event loop after the first batch, from before its write to after its end.
const INSTANTS = [0, 1, 2, 3, 5, 8, 13, 21, 34];

type Stored = (sent: readonly TrialEvent[]) => Promise<SinkFigures>;
type Check = (trial: SinkTrial, stored: Stored) => Promise<SinkFigures>;
const rule = (sentence: string, check: Check) => ({ sentence, check });

const RULES = [
  rule("stores each event as it came, in parts of the given size, and counts it", async (trial, stored) => {
    const stream = streamInto(trial, trialEvents(110));
    let largest = 0;
    const { sink } = await stream.run({ onEvent: (event) => void (event.type === "written" && (largest = Math.max(largest, event.events))) });
    const { events, batches, deadLetters } = sink.counters();
    expectSame("the counters", { events, batches, deadLetters }, { events: 110, batches: 5, deadLetters: 0 });
    if (largest === 0) throw new Error("expected an event `written`; got none. Pass onEvent on");
    return stored(stream.events);
  }),
  ...FAULTS.map(([fault, what]) =>
    rule(`loses nothing if the target ${what}`, async (trial, stored) => {
      const stream = streamInto(trial, trialEvents(60));
      trial.fail(fault, 3);
      const { sink } = await stream.run();
      const figures = await stored(stream.events);
      if (sink.counters().retries === 0) throw new Error("expected a retry; got none. Count each write in fail()");
      return figures;
    }),
  ),
  ...FAULTS.map(([fault, what]) =>
    rule(`loses nothing if its process ends while the target ${what}`, async (trial, stored) => {
      const stream = streamInto(trial, trialEvents(60));
      trial.fail(fault, 1);
      const killed = new AbortController();
      const onEvent = (event: SinkEvent): void => void (event.type === "retry" && killed.abort());
      // The end comes before the next attempt, also on a busy machine.
      const { abandoned } = await stream.run({ signal: killed.signal, onEvent, maxBackoffMs: 1000 });
      expectSame("whether the batch was abandoned", abandoned, true);
      await stream.run();
      return stored(stream.events);
    }),
  ),
  rule("loses nothing if its process ends at any instant", async (trial, stored) => {
    const stream = streamInto(trial, trialEvents(INSTANTS.length * 25 + 25));
    for (const turns of INSTANTS) await stopAfter(stream, turns);
    await stream.run();
    return stored(stream.events);
  }),
  rule("makes one dead letter of an event that the target rejects, whole, and stores all others", async (trial, stored) => {
    const events = trialEvents(60).map((event) => ([0, 7, 8, 33, 59].includes(event.number) ? trial.poisoned(event) : event));
    const deadLetters: { readonly event: TrialEvent; readonly reason: SinkError }[] = [];
    const { sink } = await streamInto(trial, events).run({ deadLetters });
    expectSame(
      "the dead letters",
      deadLetters.map(({ event, reason }) => [event, isSinkError(reason, "rejected")]),
      [0, 7, 8, 33, 59].map((number) => [events[number], true]),
    );
    expectSame("the counter of them", sink.counters().deadLetters, 5);
    return stored(events.filter(({ number }) => ![0, 7, 8, 33, 59].includes(number)));
  }),
  rule("fails without deadLetter, and continues at the same batch with it", async (trial, stored) => {
    const events = trialEvents(60).map((event) => (event.number === 33 ? trial.poisoned(event) : event));
    const stream = streamInto(trial, events);
    const failure: unknown = await stream.run().catch((error: unknown) => error);
    if (!isSinkError(failure, "no-dead-letter")) throw new Error(`expected a SinkError no-dead-letter; got ${String(failure)}`);
    const deadLetters: { readonly event: TrialEvent; readonly reason: SinkError }[] = [];
    await stream.run({ deadLetters });
    expectSame("how many dead letters there are", deadLetters.length, 1);
    return stored(events.filter(({ number }) => number !== 33));
  }),
  rule("does not request more than the next page while the target is not available", async (trial, stored) => {
    const stream = streamInto(trial, trialEvents(110));
    trial.fail("error", 6);
    await stream.run();
    if (stream.mostAhead() > 50) throw new Error(`expected at most 2 pages that are not stored; got ${stream.mostAhead()} events`);
    return stored(stream.events);
  }),
];

const ONCE = rule("has an event that comes again once, if it promises that", async (trial, stored) => {
  const events = trialEvents(60);
  await streamInto(trial, [...events.slice(0, 40), ...events.slice(20, 60)]).run();
  return stored(events);
});

/**
 * The rules of {@link Sink}. Run each as a test of your own sink, with any test runner.
 *
 * @example
 * ```ts
 * const rules = sinkRules({ once: true, ordered: true });
 * for (const { rule, check } of rules) test(rule, () => check(beginTrial));
 * ```
 */
export function sinkRules(promises: SinkPromises): readonly SinkRule[] {
  return [...RULES, ...(promises.once === "by-position" ? [] : [ONCE])].map(({ sentence, check }) => ({
    rule: sentence,
    async check(begin) {
      const trial = await begin();
      try {
        return await check(trial, async (sent) => compareStored(sent, await trial.stored(), promises));
      } finally {
        await trial.end?.();
      }
    },
  }));
}

/** Runs a feed and ends it after so many turns of the event loop, without a grace time. */
async function stopAfter(stream: TrialStream, turns: number): Promise<void> {
  const killed = new AbortController();
  const run = stream.run({ signal: killed.signal });
  for (let turn = 0; turn < turns; turn += 1) await wait(platformClock, 0, undefined);
  killed.abort();
  await run;
}

function expectSame(what: string, got: unknown, expected: unknown): void {
  if (JSON.stringify(got) !== JSON.stringify(expected)) throw new Error(`expected ${what} to be ${JSON.stringify(expected)}; got ${JSON.stringify(got)}`);
}
