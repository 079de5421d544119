import type { Clock } from "../time/clock.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import type { Random } from "../values/random.ts";
import { checkOptions, type Rule, type Rules } from "../values/check-options.ts";
import { isObject } from "../values/json.ts";
import { whichOf } from "../values/nearest-name.ts";

/** A fault to inject. */
export interface Fault {
  /** The operation, or `*` for all. */
  readonly operationId: string;
  /** Number of requests that it affects. Default: 1. */
  readonly times?: number | "always";
  /** Probability that it affects a request, above 0 and at most 1, seeded. Default: 1. */
  readonly probability?: number;
  /** Delay before the response, in milliseconds of the emulator's clock. Default: 0. */
  readonly delayMs?: number;
  /** When it begins and ends, in milliseconds of the clock since injection. Default: now; never. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** `after` completes the operation, and only its response is lost. Default: `before`. */
  readonly when?: "before" | "after";
  /** What the client gets. Default: the normal response, after `delayMs`. */
  readonly response?: FaultResponse;
}

/**
 * What the client gets from a fault: a response with any status, or one of
 *
 * - `drop`, `reset`: the connection closes, or is reset, without a response;
 * - `truncate`: the normal response, but the connection closes in the middle of its body;
 * - `malformed-body`: half of the normal body, with a matching length;
 * - `stall`: no response until the client closes the connection;
 * - `repeat`: the last successful response of the operation, such as the same page twice;
 * - `expired-token`, `expired-cursor`: the service's own error.
 */
export type FaultResponse =
  | { readonly status: number; readonly headers?: { readonly [name: string]: string }; readonly body?: unknown }
  | "drop"
  | "reset"
  | "truncate"
  | "malformed-body"
  | "stall"
  | "repeat"
  | "expired-token"
  | "expired-cursor";

const NAMED_RESPONSES: readonly FaultResponse[] = ["drop", "reset", "truncate", "malformed-body", "stall", "repeat", "expired-token", "expired-cursor"];

// The longest delay of a platform timer.
const LONGEST_DELAY_MS = 2_147_483_647;

const MILLISECONDS: Rule = [(value) => typeof value === "number" && value >= 0, "a number of milliseconds of 0 or more"];

const RULES: Rules<Fault> = {
  operationId: [(value) => typeof value === "string", "a string", true],
  times: [(value) => value === "always" || (Number.isInteger(value) && Number(value) > 0), 'a whole number of 1 or more, or "always"'],
  probability: [(value) => typeof value === "number" && value > 0 && value <= 1, "above 0 and at most 1"],
  delayMs: [(value) => typeof value === "number" && value >= 0 && value <= LONGEST_DELAY_MS, `a number of milliseconds of 0 to ${LONGEST_DELAY_MS}`],
  fromMs: MILLISECONDS,
  untilMs: MILLISECONDS,
  when: [(value) => value === "before" || value === "after", '"before" or "after"'],
  response: [(value) => typeof value === "string" || isObject(value), `one of ${NAMED_RESPONSES.join(", ")}, or an object with a status`],
};

const RESPONSE_RULES: Rules<Exclude<FaultResponse, string>> = {
  status: [(value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599, "a whole number of 200 to 599", true],
  headers: [(value) => isObject(value) && Object.values(value).every((each) => typeof each === "string"), "an object of strings"],
  body: [() => true, "anything"],
};

/**
 * Checks that a fault is valid and can affect a request.
 *
 * @throws TypeError with the expected and the actual value, or the closest valid name.
 */
function checkFault(fault: Fault, operations: readonly OperationSpec[]): void {
  checkOptions("the fault", fault, RULES);
  const { operationId, response } = fault;
  const ids = ["*", ...operations.map(({ id }) => id)];
  if (!ids.includes(operationId)) throw new TypeError(`there is no operation ${operationId}${whichOf(operationId, ids)}`);
  if (typeof response === "object") checkOptions("the `response` of the fault", response, RESPONSE_RULES);
  else if (response !== undefined && !NAMED_RESPONSES.includes(response))
    throw new TypeError(`the fault: ${response} is not known${whichOf(response, NAMED_RESPONSES.map(String))}`);
  const cursors = operations.some(({ id, hasCursor }) => hasCursor && (operationId === "*" || id === operationId));
  if (response === "expired-cursor" && !cursors) throw new TypeError(`${operationId} has no cursor that could expire`);
}

/** A fault that was injected, and the number of requests that it affected. */
export interface InjectedFault {
  /** Unique in a process, such as `vault-1`. */
  readonly id: string;
  readonly fault: Fault;
  readonly hits: number;
  /** Removes the fault. */
  remove(): void;
}

/** The faults of an emulator. */
export interface Faults {
  inject(fault: Fault): InjectedFault;
  /** Returns the fault for this request and counts it, or `undefined`. */
  take(operation: OperationSpec, canRepeat: boolean): InjectedFault | undefined;
  list(): readonly InjectedFault[];
  /** Returns the faults that affected no request. */
  unused(): readonly InjectedFault[];
  clear(): void;
}

let lastNumber = 0;

/** Creates the faults of an emulator, initially none. */
export function createFaults(service: string, operations: readonly OperationSpec[], random: () => Random, clock: Clock): Faults {
  let injected: { readonly id: string; readonly fault: Fault; readonly atMs: number; hits: number; remove(): void }[] = [];
  return {
    inject(fault) {
      checkFault(fault, operations);
      const entry = {
        id: `${service}-${(lastNumber += 1)}`,
        fault,
        atMs: clock.wallNow(),
        hits: 0,
        remove() {
          injected = injected.filter((each) => each !== entry);
        },
      };
      injected.push(entry);
      return entry;
    },
    take(operation, canRepeat) {
      const entry = injected.find(
        ({ fault, hits, atMs }) =>
          isTime(fault, clock.wallNow() - atMs) &&
          affects(fault, hits, operation, canRepeat) &&
          ((fault.probability ?? 1) >= 1 || random().next() < (fault.probability ?? 1)),
      );
      if (entry !== undefined) entry.hits += 1;
      return entry;
    },
    list: () => [...injected],
    unused: () => injected.filter(({ hits }) => hits === 0),
    clear() {
      injected = [];
    },
  };
}

function isTime({ fromMs = 0, untilMs = Infinity }: Fault, elapsedMs: number): boolean {
  return elapsedMs >= fromMs && elapsedMs < untilMs;
}

function affects({ operationId, times = 1, response }: Fault, hits: number, operation: OperationSpec, canRepeat: boolean): boolean {
  if (operationId !== "*" && operationId !== operation.id) return false;
  if (times !== "always" && hits >= times) return false;
  if (response === "repeat") return canRepeat;
  if (response === "expired-token") return operation.security !== undefined;
  if (response === "expired-cursor") return operation.hasCursor;
  return true;
}
