import { headerProblem } from "../http/response-headers.ts";
import { checkOptions, FUNCTION, type Rules } from "../values/check-options.ts";
import { checkSeed, type StatePart } from "./check-seed.ts";
import type { ValidatorOf } from "../schemas/validator-runtime.ts";
import type { Clock, SettableClock } from "../time/clock.ts";
import type { EmulatorDefect } from "./defect.ts";
import { isObject } from "../values/json.ts";

/** Options of an emulator. All are optional. */
export interface EmulatorOptions {
  /**
   * Source of the time; with a `manualClock`, two runs have the same times. Without `advance` and
   * `set`, those of `emulator.clock` only change the emulator's date. Default: the system's clock.
   */
  readonly clock?: Clock | SettableClock;
  /** Seed of ids, tokens and probabilities. Default: always the same. */
  readonly randomSeed?: number | string;
  /** Maximum size of a request body in bytes. Default: 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** Headers of every response; the service's own take precedence. Default: none. */
  readonly headers?: { readonly [name: string]: string };
  /** Number of requests to keep for `requests`; 0 keeps none. Default: 1000. */
  readonly requestLog?: number;
  /** Called after every request, for logs and assertions. */
  readonly onExchange?: (exchange: ExchangeSummary) => void;
  /** Called if the emulator fails. If it throws, `fetch` rejects. Default: writes to stderr. */
  readonly onDefect?: (defect: EmulatorDefect) => void;
}

/** A request and its outcome. */
export interface ExchangeSummary {
  /** The `sequence` of the recorded request. */
  readonly sequence: number;
  readonly at: Date;
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** `undefined` if no operation matches. */
  readonly operationId: string | undefined;
  /** `undefined` if a fault closed the connection without a response. */
  readonly status: number | undefined;
  readonly faulted: boolean;
  /** Whether the response is an example of the contract, independent of the state. */
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
  requestLog: [(value) => Number.isInteger(value) && Number(value) >= 0, "a whole number of 0 or more"],
  onExchange: FUNCTION,
  onDefect: FUNCTION,
  seed: [isObject, "an object"],
};

const CLOCK_FUNCTIONS: readonly (keyof Clock)[] = ["now", "wallNow", "after", "clear", "random"];

/**
 * Checks the options of an emulator.
 *
 * @param service The part of the schema of seeds that checks the seed, if it has one.
 * @throws TypeError with the expected and the actual value.
 */
export function checkEmulatorOptions(
  by: string,
  options: EmulatorOptions & { readonly seed?: unknown },
  service?: { readonly part: StatePart; readonly validators: ValidatorOf },
): void {
  checkOptions(`the options of ${by}`, options, RULES);
  const { seed, headers = {} } = options;
  checkHeaders(by, headers);
  // An empty seed is always valid, and finding its validator takes time.
  if (service !== undefined && isObject(seed) && Object.keys(seed).length > 0) checkSeed(`the seed of ${by}`, service.part, seed, service.validators);
}

function checkHeaders(by: string, headers: object): void {
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) throw new TypeError(`headers of ${by}: ${problem}`);
  }
}
