import { checkFault, type Fault } from "./fault.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { Random } from "./random.ts";

/** A fault that was injected, and the number of requests that it affected. */
export interface InjectedFault {
  readonly fault: Fault;
  readonly hits: number;
  /** Removes the fault. */
  remove(): void;
}

/** The faults of an emulator. */
export interface Faults {
  inject(fault: Fault): InjectedFault;
  /** Returns the fault for this request and counts it, or `undefined`. */
  take(operation: OperationSpec, canRepeat: boolean): Fault | undefined;
  /** Returns the faults that affected no request. */
  unused(): readonly InjectedFault[];
  clear(): void;
}

/** Creates the faults of an emulator, initially none. */
export function createFaults(operations: readonly OperationSpec[], random: () => Random): Faults {
  let injected: { fault: Fault; hits: number; active: boolean; remove(): void }[] = [];
  return {
    inject(fault) {
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
