import { expect, it, type TestContext } from "vitest";
import { type SinkFigures, type SinkPromises, sinkRules, type SinkTrial } from "../../src/sink-rules.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How often a row kills. */
    kills: number;
    /** Chooses the instants. */
    seed: number;
    /** How many events a row sends. */
    events: number;
  }
  interface TaskMeta {
    /** Measured figures. */
    figure?: string;
    /** Number of events that were sent and never delivered. */
    lost?: number;
    /** Number of events that a target has more than once, although its sink promises once. */
    doubled?: number;
  }
}

/** Expects no loss, and nothing doubled if the sink promises once. Tells the command the figures of a row. */
export function expectFigures(
  { task }: Pick<TestContext, "task">,
  { events, lost, doubled }: SinkFigures,
  { once, more }: { readonly once: SinkPromises["once"]; readonly more?: string },
): void {
  expect({ lost, doubled: once ? doubled : 0 }).toEqual({ lost: 0, doubled: 0 });
  task.meta.lost = lost;
  task.meta.doubled = once ? doubled : 0;
  task.meta.figure = [`${events} events`, ...(once || doubled === 0 ? [] : [`${doubled} again`]), ...(more === undefined ? [] : [more])].join(", ");
}

/** A row for each rule of a sink. */
export function itKeepsRules(promises: SinkPromises, begin: () => Promise<SinkTrial>): void {
  for (const { rule, check } of sinkRules(promises)) it(rule, async (context) => expectFigures(context, await check(begin), promises));
}
