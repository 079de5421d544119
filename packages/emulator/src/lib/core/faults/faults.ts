import { checkFault, type Fault } from "./fault.ts";
import type { Clock } from "../time/clock.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import type { Random } from "../values/random.ts";

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
