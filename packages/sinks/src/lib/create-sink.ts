import { checkOptions, notify, platformClock, type Rules } from "@keywright/core/client";
import { createDelivery, type Delivery, type Written } from "./delivery.ts";
import { SINK_RULES, TARGET_RULES } from "./option-rules.ts";
import type { Part, Sink, SinkEvent, SinkOptions, Target } from "./sink.ts";

/** The options of a sink whose target takes parts of a batch by themselves. */
export interface PartedSinkOptions<Event> extends SinkOptions<Event> {
  /** Parts of a batch written at once. With more than 1, their order may change. @default 1 */
  readonly inFlight?: number | undefined;
}

/**
 * Returns a sink of any target. Test it with `sinkRules` of `@keywright/sinks/sink-rules`.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function createSink<Event>(target: Target<Event>, options: PartedSinkOptions<Event>): Sink<Event> {
  checkOptions("createSink", { write: target?.write }, TARGET_RULES, { prefix: "the target's " });
  checkOptions("createSink", options, SINK_RULES, { such: " with at least stream and idOf" });
  return partedSink(target, options);
}

/** Returns a sink that writes the parts of a batch by themselves. The options have been checked. */
export function partedSink<Event>(target: Target<Event>, options: PartedSinkOptions<Event>): Sink<Event> {
  const { stream, inFlight } = options;
  return sinkOf(
    options,
    ({ batch: { position }, attempt, report, write }) =>
      write((records, signal) => target.write({ stream, position, records } satisfies Part<Event>, { signal }), { attempt, onWritten: report, inFlight }),
    () => target.close?.(),
  );
}

/** Checks the options of a sink that has more of its own. */
export function checkSinkOptions(by: string, options: object, rules: Rules, such: string): void {
  checkOptions(by, options, { ...SINK_RULES, ...rules }, { such: ` with at least ${such}` });
}

/** Returns a sink that delivers each batch in its own way. */
export function sinkOf<Event>(options: SinkOptions<Event>, deliver: (delivery: Delivery<Event>) => Promise<void>, close?: () => unknown): Sink<Event> {
  const { stream, clock = platformClock } = options;
  const counters = { batches: 0, events: 0, bytes: 0, repeated: 0, differing: 0, deadLetters: 0, retries: 0, lagMs: undefined as number | undefined };
  const running = new Set<Promise<void>>();
  let closed: Promise<void> | undefined;

  const emit = (event: SinkEvent): void => {
    if (event.type === "retry") counters.retries += 1;
    if (event.type === "dead-letter") counters.deadLetters += 1;
    notify(options.onEvent, event);
  };

  return {
    async handle(batch, context) {
      if (closed !== undefined) throw new Error("the sink is closed; create another one");
      let began = clock.now();
      const report = ({ events, bytes, repeated, differing: ids = [] }: Written): void => {
        counters.events += events;
        counters.bytes += bytes;
        counters.repeated += repeated;
        counters.differing += ids.length;
        emit({ type: "written", stream, events, bytes, repeated, durationMs: clock.now() - began });
        if (ids.length > 0) emit({ type: "differing", stream, ids });
        began = clock.now();
      };
      const work = deliver(createDelivery(batch, context?.signal ?? NEVER, options, report, emit));
      running.add(work);
      try {
        await work;
      } finally {
        running.delete(work);
      }
      counters.batches += 1;
      counters.lagMs = batch.lagMs;
    },
    counters: () => ({ ...counters }),
    close() {
      closed ??= Promise.allSettled(running)
        .then(close)
        .then(() => {});
      return closed;
    },
  };
}

const NEVER = new AbortController().signal;
