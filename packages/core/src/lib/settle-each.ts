import { refuseArgument } from "./check-arguments.ts";
import { checkOptions, isSignal, type Rules } from "./check-options.ts";
import { type DryRunError, isKeywrightError } from "./errors.ts";
import { COUNT, FUNCTION } from "./option-rules.ts";

/** How the work on one of many ended: `dry-run` if the middleware `dryRun` rejected its write. */
export type Settled<Item, Value> =
  | { readonly item: Item; readonly outcome: "done"; readonly value: Value }
  | { readonly item: Item; readonly outcome: "failed"; readonly error: unknown }
  | { readonly item: Item; readonly outcome: "dry-run"; readonly error: DryRunError };

/** How many have ended, by outcome. */
export interface SettleProgress {
  readonly done: number;
  readonly failed: number;
  readonly dryRun: number;
  /** How many there are in all; absent if the items are not an array, a `Set` or a `Map`. */
  readonly total?: number;
}

/** How to work on many. */
export interface SettleOptions {
  /**
   * How many run at once, at most; `Infinity` for no limit. With too many, the service rejects some of the requests (429).
   *
   * @default 4
   */
  readonly concurrency?: number | undefined;
  /** Starts nothing more when it fires; what runs is finished and handed over, then its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before each result is handed over; a promise that it returns is awaited. If it throws or rejects, nothing more is started and it is not called again; what runs is finished and handed over, then its error
   * is thrown.
   *
   * @default none
   */
  readonly onProgress?: ((progress: SettleProgress) => unknown) | undefined;
}

const RULES: Rules = {
  concurrency: COUNT,
  signal: [isSignal, "an AbortSignal"],
  onProgress: FUNCTION,
};

/**
 * Does something for each of many, such as people, some at a time, and hands over how each ended as soon as it has: a failure is a result like any other.
 *
 * Nothing more is started while a result waits to be taken, so that a loop that writes each result down knows of all but the few that run: what has no result yet is to be done again.
 * Leaving the loop starts nothing more and waits for what runs.
 *
 * @param items What to work on, in the order in which to start; the results come as they end.
 * @param action The work on one; what it throws is its `error`.
 * @throws ArgumentError if `items` is not iterable or `action` not a function, ConfigurationError if an option is invalid, and what the items throw while they are iterated,
 * or `onProgress`.
 * @example
 * ```ts
 * for await (const result of settleEach(await findItems(vault, { tag: "rotate" }), rotate)) {
 *   console.log(result.item.title, result.outcome, result.outcome === "failed" ? result.error : "");
 * }
 * ```
 */
export async function* settleEach<Item, Value>(
  items: Iterable<Item>,
  action: (item: Item) => Value | Promise<Value>,
  options: SettleOptions = {},
): AsyncGenerator<Settled<Item, Value>, void, undefined> {
  if (typeof items?.[Symbol.iterator] !== "function") refuseArgument("settleEach", "items", "must be a list", items);
  if (typeof action !== "function") refuseArgument("settleEach", "action", "must be a function", action);
  checkOptions("settleEach", options, RULES);
  const { concurrency = 4, signal, onProgress } = options;
  const total = totalOf(items);
  const ended = { done: 0, failed: 0, "dry-run": 0 };
  const running = new Map<number, Promise<readonly [number, Settled<Item, Value>]>>();
  let begun = 0;
  let stopped = false;
  const failures: unknown[] = [];
  const next = async (): Promise<Settled<Item, Value>> => {
    const [index, settled] = await Promise.race(running.values());
    running.delete(index);
    ended[settled.outcome] += 1;
    try {
      if (failures.length === 0)
        await onProgress?.({ done: ended.done, failed: ended.failed, dryRun: ended["dry-run"], ...(total !== undefined && { total }) });
    } catch (error) {
      // Thrown at the end: a write of which the loop does not know would be done again.
      failures.push(error);
    }
    return settled;
  };
  try {
    for (const item of items) {
      stopped = signal?.aborted === true || failures.length > 0;
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
  if (failures.length > 0) throw failures[0];
  if (stopped) signal?.throwIfAborted();
}

async function settle<Item, Value>(item: Item, action: (item: Item) => Value | Promise<Value>): Promise<Settled<Item, Value>> {
  try {
    return { item, outcome: "done", value: await action(item) };
  } catch (error) {
    return isDryRun(error) ? { item, outcome: "dry-run", error } : { item, outcome: "failed", error };
  }
}

function isDryRun(error: unknown): error is DryRunError {
  return isKeywrightError(error, "dry-run");
}

function totalOf(items: Iterable<unknown>): number | undefined {
  if (Array.isArray(items)) return items.length;
  return items instanceof Set || items instanceof Map ? items.size : undefined;
}
