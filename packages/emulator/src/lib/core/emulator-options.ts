import { headerProblem } from "./answer-headers.ts";
import { checkOptions, FUNCTION, type Rules } from "./check-options.ts";
import { checkSeed, type StatePart } from "./check-seed.ts";
import type { Clock, SettableClock } from "./clock.ts";
import type { EmulatorDefect } from "./defect.ts";
import { isObject } from "./json.ts";

/** How an emulator is made; all of it may be left out. */
export interface EmulatorOptions {
  /**
   * Where the time comes from. Default: the machine's clock. A `manualClock` makes two runs see the same times. If it has no `advance` and `set`, as a client's clock, those of `emulator.clock` move
   * the emulator's date alone.
   */
  readonly clock?: Clock | SettableClock;
  /** Decides ids, tokens and chance. Default: always the same. */
  readonly randomSeed?: number | string;
  /** The longest body that is read, in bytes. Default: 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** Headers that every answer has, such as one with the server's version; a header that the service itself sends stays. Default: none. */
  readonly headers?: { readonly [name: string]: string };
  /** Told of every answer: a log of requests. */
  readonly onExchange?: (exchange: ExchangeSummary) => void;
  /** Told where the emulator breaks its own contract; what it throws, `fetch` rejects with. Default: says it on standard error. */
  readonly onDefect?: (defect: EmulatorDefect) => void;
}

/** One line of a log of requests. */
export interface ExchangeSummary {
  readonly at: Date;
  readonly method: string;
  /** As sent; queries are left out. */
  readonly path: string;
  /** `undefined` where there is no such route. */
  readonly operationId: string | undefined;
  /** `undefined` where the connection was broken instead of answered. */
  readonly status: number | undefined;
  readonly faulted: boolean;
  /** Whether the answer is an example of the contract, and tells nothing of the state. */
  readonly isExample: boolean;
}

const RULES: Rules<EmulatorOptions & { readonly seed?: unknown }> = {
  clock: [
    (value) => isObject(value) && CLOCK_FUNCTIONS.every((name) => typeof value[name] === "function"),
    "an object with the functions now, wallNow, after, clear and random, such as manualClock returns",
  ],
  randomSeed: [(value) => typeof value === "number" || typeof value === "string", "a number or a string"],
  headers: [isObject, "an object of names and values"],
  bodyLimitBytes: [(value) => typeof value === "number" && value >= 0, "a number of bytes"],
  onExchange: FUNCTION,
  onDefect: FUNCTION,
  seed: [isObject, "an object"],
};

const CLOCK_FUNCTIONS: readonly (keyof Clock)[] = ["now", "wallNow", "after", "clear", "random"];

/**
 * Checks the options of an emulator.
 *
 * @param service The service, if its seed has a schema among those of seed files: the seed is checked by it.
 * @throws TypeError with what was expected and what came.
 */
export function checkEmulatorOptions(by: string, options: EmulatorOptions & { readonly seed?: unknown }, service?: StatePart): void {
  checkOptions(`the options of ${by}`, options, RULES);
  const { seed, headers = {} } = options;
  checkHeaders(by, headers);
  // Nothing can be wrong with an empty seed, and the schema takes time to compile.
  if (service !== undefined && isObject(seed) && Object.keys(seed).length > 0) checkSeed(`the seed of ${by}`, service, seed);
}

function checkHeaders(by: string, headers: object): void {
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) throw new TypeError(`headers of ${by}: ${problem}`);
  }
}
