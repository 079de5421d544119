import type { Fault } from "../faults/faults.ts";
import type { AnyReply, EmulatorRequest } from "../http/http.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import { type Act, handled, type Outcome } from "./outcome.ts";
import type { ErrorResponses } from "../service/service.ts";
import { type Clock, sleep } from "../time/clock.ts";

/** What a fault affects. */
export interface FaultTarget {
  readonly clock: Clock;
  readonly errorResponses: ErrorResponses;
  readonly operation: OperationSpec;
  readonly request: EmulatorRequest;
  /** Returns the last successful response of the operation. */
  readonly lastReply: () => AnyReply | undefined;
  readonly act: Act;
}

/** Applies a fault to a request. */
export async function applyFault(
  { response, delayMs = 0, when = "before" }: Fault,
  { clock, errorResponses, operation, request, lastReply, act }: FaultTarget,
): Promise<Omit<Outcome<never>, "actor">> {
  const signal = request.signal();
  // Rejects only if the client closes the connection.
  const waitFor = (ms: number): Promise<boolean> =>
    sleep(clock, ms, signal).then(
      () => true,
      () => false,
    );
  if (delayMs > 0 && !(await waitFor(delayMs))) return { reply: undefined, use: undefined, connection: "drop" };
  const acts = when === "after" || response === undefined || response === "truncate" || response === "malformed-body";
  const outcome = acts ? handled(await act()) : { reply: undefined, use: undefined };
  const responded = (reply: AnyReply | undefined) => ({ ...outcome, rejectedBy: undefined, reply });
  switch (response) {
    case undefined:
      return outcome;
    case "malformed-body":
      return { ...outcome, malformed: true };
    case "drop":
    case "reset":
    case "truncate":
      return { ...outcome, connection: response };
    case "stall":
      await waitFor(Infinity);
      return { ...outcome, connection: "drop" };
    case "repeat":
      return responded(lastReply());
    case "expired-token":
      return responded(errorResponses.unauthenticated("expired", operation));
    case "expired-cursor":
      return responded(errorResponses.expiredCursor?.(operation));
    default:
      return responded(response);
  }
}
