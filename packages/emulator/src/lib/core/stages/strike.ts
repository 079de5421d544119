import type { Fault } from "../faults/fault.ts";
import type { AnyReply, EmulatorRequest } from "../http/http.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import { type Act, handled, type Outcome } from "./outcome.ts";
import type { Refusals } from "../service/service.ts";
import { type Clock, sleep } from "../time/clock.ts";

/** What a fault affects. */
export interface Struck {
  readonly clock: Clock;
  readonly refusals: Refusals;
  readonly operation: OperationSpec;
  readonly request: EmulatorRequest;
  /** Returns the last successful response of the operation. */
  readonly lastReply: () => AnyReply | undefined;
  readonly act: Act;
}

/** Applies a fault to a request. */
export async function strike(
  { answer, delayMs = 0, when = "before" }: Fault,
  { clock, refusals, operation, request, lastReply, act }: Struck,
): Promise<Omit<Outcome<never>, "actor">> {
  const signal = request.signal();
  // Rejects only if the client closes the connection.
  const waitFor = (ms: number): Promise<boolean> =>
    sleep(clock, ms, signal).then(
      () => true,
      () => false,
    );
  if (delayMs > 0 && !(await waitFor(delayMs))) return { reply: undefined, use: undefined, connection: "drop" };
  const acts = when === "after" || answer === undefined || answer === "truncate" || answer === "malformed-body";
  const struck = acts ? handled(await act()) : { reply: undefined, use: undefined };
  const answered = (reply: AnyReply | undefined) => ({ ...struck, refusedBy: undefined, reply });
  switch (answer) {
    case undefined:
      return struck;
    case "malformed-body":
      return { ...struck, malformed: true };
    case "drop":
    case "reset":
    case "truncate":
      return { ...struck, connection: answer };
    case "stall":
      await waitFor(Infinity);
      return { ...struck, connection: "drop" };
    case "repeat":
      return answered(lastReply());
    case "expired-token":
      return answered(refusals.unauthenticated("expired", operation));
    case "expired-cursor":
      return answered(refusals.expiredCursor?.(operation));
    default:
      return answered(answer);
  }
}
