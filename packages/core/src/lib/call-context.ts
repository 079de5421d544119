import type { Input } from "./check-input.ts";
import type { Call, IncomingResponse, OutgoingRequest } from "./client-options.ts";
import type { StopReason } from "./errors.ts";
import type { Observation } from "./observe.ts";
import type { Parts } from "./parts.ts";
import type { RetryPolicy } from "./retry.ts";

/** What the stages of the pipeline know of one call. Middleware sees only `call`. */
export interface CallContext {
  readonly call: Call;
  readonly input: Input;
  /** What the client has for operations that need more than the others. */
  readonly parts: Parts;
  readonly retry: RetryPolicy;
  /** Per attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** For the whole call, in milliseconds. */
  readonly totalTimeoutMs: number;
  /** When the whole call must be over, on the client's clock. */
  readonly endsAt: number;
  /** How often the request was sent so far, the sending after a refused token included. */
  attempts: number;
  /** Why it was not sent again; set by the retry stage. */
  stopReason: StopReason | undefined;
  /** The credential of the last attempt: to take it out of anything that is shown. */
  credential: string | undefined;
  /** Who is told of this call; `undefined` where nobody is. Set by the stage that observes calls. */
  observed: Observation | undefined;
}

/** An answer inside the pipeline, its body read and decoded. Its headers are made where somebody looks at them, which of a success hardly anybody does. */
export interface Answer extends Omit<IncomingResponse, "headers"> {
  readonly headers: () => Headers;
}

/** A stage of the pipeline: what it gives to the next one, and what it makes of the answer. */
export type Stage = (request: OutgoingRequest, context: CallContext) => Promise<Answer>;
