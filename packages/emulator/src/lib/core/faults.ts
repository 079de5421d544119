import { checkObject } from "./check-options.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { Random } from "./random.ts";

/** What a client is to be tried with. */
export interface Fault {
  /** The operation, or `*` for any. */
  readonly operationId: string;
  /** How often it strikes. Default: once. */
  readonly times?: number | "always";
  /** How likely it strikes a request, 0 to 1, drawn from the seeded randomness. Default: 1. */
  readonly probability?: number;
  /** How long the request waits first, in milliseconds of the emulator's clock. */
  readonly delayMs?: number;
  /** Whether it strikes instead of the operation or when that is done: then a write has happened and its answer is lost. Default: `before`. */
  readonly when?: "before" | "after";
  /** What comes instead of the answer. Absent: the true answer, late. */
  readonly answer?: FaultAnswer;
}

/**
 * What a fault answers: a reply of any status, documented or not, or one of
 *
 * - `drop`, `reset`: the connection closes, or is reset, without an answer;
 * - `truncate`: the true answer, and the connection closes in the middle of its body;
 * - `malformed-body`: half of the true body, as if it were whole;
 * - `stall`: no answer until the client goes away;
 * - `repeat`: the last good answer of the operation once more; a page comes twice;
 * - `expired-token`, `expired-cursor`: the service's own refusal of these.
 */
export type FaultAnswer =
  | { readonly status: number; readonly headers?: { readonly [name: string]: string }; readonly body?: unknown }
  | "drop"
  | "reset"
  | "truncate"
  | "malformed-body"
  | "stall"
  | "repeat"
  | "expired-token"
  | "expired-cursor";

/** A fault that was injected, with how often it struck. */
export interface InjectedFault {
  readonly fault: Fault;
  readonly hits: number;
  /** Takes it away. */
  remove(): void;
}

/** The faults of an emulator. */
export interface Faults {
  inject(fault: Fault): InjectedFault;
  /** The fault that strikes this request, which is counted, or none. */
  take(operation: OperationSpec, canRepeat: boolean): Fault | undefined;
  /** Those that never struck: a test that expects a fault to be survived has not tried it. */
  unused(): readonly InjectedFault[];
  clear(): void;
}

/** Makes the faults of an emulator, none at first. */
export function createFaults(operations: readonly OperationSpec[], random: () => Random): Faults {
  let injected: { fault: Fault; hits: number; active: boolean; remove(): void }[] = [];
  return {
    inject(fault) {
      checkObject("the fault", fault);
      checkFault(fault, operations);
      const entry = {
        fault,
        hits: 0,
        active: true,
        remove() {
          entry.active = false;
        },
      };
      injected.push(entry);
      return entry;
    },
    take(operation, canRepeat) {
      if (injected.length === 0) return undefined;
      const entry = injected.find(
        ({ fault, hits, active }) =>
          active && strikes(fault, hits, operation, canRepeat) && ((fault.probability ?? 1) >= 1 || random().next() < (fault.probability ?? 1)),
      );
      if (entry !== undefined) entry.hits += 1;
      return entry?.fault;
    },
    unused: () => injected.filter(({ hits, active }) => active && hits === 0),
    clear() {
      injected = [];
    },
  };
}

function strikes({ operationId, times = 1, answer }: Fault, hits: number, operation: OperationSpec, canRepeat: boolean): boolean {
  if (operationId !== "*" && operationId !== operation.id) return false;
  if (times !== "always" && hits >= times) return false;
  if (answer === "repeat") return canRepeat;
  if (answer === "expired-token") return operation.security !== undefined;
  if (answer === "expired-cursor") return operation.hasCursor;
  return true;
}

/** A fault that cannot strike is a mistake in a test, and is said at once. */
function checkFault({ operationId, times = 1, probability = 1, delayMs = 0, answer }: Fault, operations: readonly OperationSpec[]): void {
  const known = operations.map(({ id }) => id);
  if (operationId !== "*" && !known.includes(operationId)) throw new Error(`there is no operation ${operationId} to break; there are *, ${known.join(", ")}`);
  if (times !== "always" && !(Number.isInteger(times) && times > 0))
    throw new RangeError(`times must be a whole number of 1 or more, or "always"; got ${times}`);
  if (!(probability > 0 && probability <= 1)) throw new RangeError(`probability must be above 0 and at most 1; got ${probability}`);
  if (!(delayMs >= 0)) throw new RangeError(`delayMs must be 0 or more; got ${delayMs}`);
  const status = typeof answer === "object" ? answer.status : 200;
  if (!(Number.isInteger(status) && status >= 200 && status <= 599))
    throw new RangeError(`the status of an answer must be a whole number of 200 to 599; got ${status}`);
  const cursors = operations.some(({ id, hasCursor }) => hasCursor && (operationId === "*" || id === operationId));
  if (answer === "expired-cursor" && !cursors) throw new Error(`${operationId} reads no list by a cursor, so that none of it can expire`);
}
