import { expectObject, refuseArgument } from "@keywright/core/client";

/** How the work on one of many ended. */
export type Settled<Item, Value> =
  | { readonly item: Item; readonly outcome: "done"; readonly value: Value }
  | { readonly item: Item; readonly outcome: "failed"; readonly error: unknown };

/** How to work on many. */
export interface SettleOptions {
  /**
   * How many at once, at the most. Too many and the service turns some away (429).
   *
   * @default 4
   */
  readonly concurrency?: number;
  /** Begins nothing more when it fires; what runs is finished and handed over, then its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does something for each of many, such as people, some at a time, and hands over how each ended as soon as it has: a failure is a result like any other.
 *
 * Nothing more is begun while a result waits to be taken, so that a loop that writes each result down knows of all but the few that run: what has none yet is to be done again.
 * Leaving the loop begins nothing more and waits for what runs.
 *
 * @param items What to work on, in the order in which to begin; the results come as they end.
 * @param action The work on one; what it throws is its `error`.
 * @throws ArgumentError where `items` is no list, `action` no function or `concurrency` no whole number of at least 1; and what the items throw while they are iterated.
 * @example
 * ```ts
 * for await (const result of settleEach(emails, (id) => management.updatePerson({ id, body: { leavingDate: "2026-03-31" } }))) {
 *   console.log(result.item, result.outcome, result.outcome === "failed" ? result.error : "");
 * }
 * ```
 */
export async function* settleEach<Item, Value>(
  items: Iterable<Item>,
  action: (item: Item) => Value | Promise<Value>,
  options: SettleOptions = {},
): AsyncGenerator<Settled<Item, Value>, void, undefined> {
  expectObject("settleEach", "options", options);
  const { concurrency = 4, signal } = options;
  if (typeof items?.[Symbol.iterator] !== "function") refuseArgument("settleEach", "items", "must be a list", items);
  if (typeof action !== "function") refuseArgument("settleEach", "action", "must be a function", action);
  if (signal !== undefined && typeof signal?.throwIfAborted !== "function") refuseArgument("settleEach", "signal", "must be an AbortSignal", signal);
  if (!Number.isInteger(concurrency) || concurrency < 1) refuseArgument("settleEach", "concurrency", "must be a whole number of at least 1", concurrency);
  const running = new Map<number, Promise<readonly [number, Settled<Item, Value>]>>();
  let begun = 0;
  let stopped = false;
  const next = async (): Promise<Settled<Item, Value>> => {
    const [index, settled] = await Promise.race(running.values());
    running.delete(index);
    return settled;
  };
  try {
    for (const item of items) {
      stopped = signal?.aborted === true;
      if (stopped) break;
      const index = (begun += 1);
      running.set(
        index,
        settle(item, action).then((settled) => [index, settled] as const),
      );
      if (running.size >= concurrency) yield await next();
    }
    while (running.size > 0) yield await next();
  } finally {
    await Promise.all(running.values());
  }
  if (stopped) signal?.throwIfAborted();
}

async function settle<Item, Value>(item: Item, action: (item: Item) => Value | Promise<Value>): Promise<Settled<Item, Value>> {
  try {
    return { item, outcome: "done", value: await action(item) };
  } catch (error) {
    return { item, outcome: "failed", error };
  }
}
