import { rejectArgument } from "../options/check-arguments.ts";
import { checkOptions, isSignal, type Rules } from "../options/check-options.ts";
import { type DryRunError, isKeywrightError } from "../errors.ts";
import { COUNT, FUNCTION } from "../options/option-rules.ts";

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

/** The options of {@link settleEach}. */
export interface SettleOptions {
  /**
   * The maximum number of actions that run at once; `Infinity` for no limit. With too many, the
   * service rejects some of the requests (429).
   *
   * @default 4
   */
  readonly concurrency?: number | undefined;
  /** When it fires, no further action starts. Running ones finish, then its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before each result is returned; a promise that it returns is awaited. If it throws or
   * rejects, it is not called again and no further action starts. Running actions finish and return
   * their results, then its error is thrown.
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
 * Runs an action for each of many items, such as people, some at a time. Returns the result of each
 * as soon as it ends; a failure is a result like any other.
 *
 * No action starts while a result waits for the loop. A loop that saves each result therefore knows
 * of all actions except the few that run; those without a result must be done again. If you leave
 * the loop, no further action starts, and running actions finish first.
 *
 * @param items The items, in the order in which their actions start. Results come in the order in
 * which the actions end.
 * @param action The action for one item. An error that it throws is the `error` of its result.
 * @throws ArgumentError if `items` is not iterable or `action` is not a function;
 * ConfigurationError if an option is invalid; the errors of the iteration and of `onProgress`.
 * @example
 * ```ts
 * for await (const result of settleEach(await findItems(vault, { tag: "rotate" }), rotate)) {
 *   console.log(result.item.title, result.outcome === "failed" ? result.error : result.outcome);
 * }
 * ```
 */
export async function* settleEach<Item, Value>(
  items: Iterable<Item>,
  action: (item: Item) => Value | Promise<Value>,
  options: SettleOptions = {},
): AsyncGenerator<Settled<Item, Value>, void, undefined> {
  if (typeof items?.[Symbol.iterator] !== "function") rejectArgument("settleEach", "items", "must be a list", items);
  if (typeof action !== "function") rejectArgument("settleEach", "action", "must be a function", action);
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
      // Thrown at the end, because the loop must know of every write that was made.
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
