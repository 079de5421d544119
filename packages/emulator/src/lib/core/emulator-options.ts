import { headerProblem } from "./answer-headers.ts";
import { checkObject, describe } from "./check-options.ts";
import type { SettableClock } from "./clock.ts";
import type { EmulatorDefect } from "./defect.ts";

/** How an emulator is made; all of it may be left out. */
export interface EmulatorOptions {
  /** Where the time comes from. Default: the machine's clock. A `manualClock` makes two runs see the same times. */
  readonly clock?: SettableClock;
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
}

/** Sees that an emulator can be made of its options. */
export function checkEmulatorOptions(by: string, options: EmulatorOptions & { readonly seed?: unknown }): void {
  checkObject(`the options of ${by}`, options);
  const { seed, clock, headers, onExchange, onDefect } = options;
  if (seed !== undefined) checkObject(`the seed of ${by}`, seed);
  if (headers !== undefined) checkHeaders(by, headers);
  if (clock !== undefined && typeof clock?.now !== "function")
    throw new TypeError(`the clock of ${by} must be one such as manualClock gives; got ${describe(clock)}`);
  for (const [name, value] of Object.entries({ onExchange, onDefect }))
    if (value !== undefined && typeof value !== "function") throw new TypeError(`${name} of ${by} must be a function; got ${describe(value)}`);
}

function checkHeaders(by: string, headers: object): void {
  checkObject(`headers of ${by}`, headers);
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) throw new TypeError(`headers of ${by}: ${problem}`);
  }
}
