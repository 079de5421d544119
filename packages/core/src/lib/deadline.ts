import type { CallContext, Stage } from "./call-context.ts";
import type { IncomingResponse, OutgoingRequest } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { TimeoutError } from "./errors.ts";
import { onAbort } from "./on-abort.ts";

/** One attempt while it runs: what ends it, and how its last part may go on after the answer has begun. */
export interface Attempt {
  /** Fires when the attempt must end, for whatever reason. */
  readonly signal: AbortSignal;
  /** Starts its deadline anew: for streams, which have one for each piece. `undefined` puts it off. */
  readonly expectWithin: (limitMs: number | undefined) => void;
  /** Keeps it alive behind the answer: the caller's signal still ends it, until the function that is given back is called. */
  readonly keep: () => () => void;
}

/** Runs each attempt under its deadline, that of its call, and the caller's signal; ends it also where a `fetch` does not listen. */
export function createDeadline(clock: Clock, exchange: (request: OutgoingRequest, context: CallContext, attempt: Attempt) => Promise<IncomingResponse>): Stage {
  return (request, context) => {
    const remainingMs = context.endsAt - clock.now();
    const ofCall = remainingMs < context.timeoutMs;
    return withinDeadline(clock, context, ofCall ? remainingMs : context.timeoutMs, ofCall, (attempt) => exchange(request, context, attempt));
  };
}

/** Runs something under a deadline and the caller's signal. */
export function withinDeadline<Result>(
  clock: Clock,
  context: CallContext,
  limitMs: number,
  ofCall: boolean,
  run: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const { signal } = context.call;
  if (signal?.aborted) return Promise.reject(signal.reason);
  // What would be ended at once is not begun.
  if (limitMs <= 0) return Promise.reject(timeoutError(context, ofCall));
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    let timer: unknown;
    let kept = false;
    const expectWithin = (ms: number | undefined): void => {
      if (timer !== undefined) clock.clear(timer);
      timer = ms === undefined || ms === Infinity ? undefined : clock.after(ms, () => abort(timeoutError(context, ofCall && !kept)));
    };
    const forget = onAbort(signal, () => abort(signal?.reason));
    const release = (): void => {
      expectWithin(undefined);
      forget();
    };
    function abort(reason: unknown): void {
      release();
      reject(reason);
      controller.abort(reason);
    }
    const keep = (): (() => void) => {
      kept = true;
      return release;
    };
    const settle = (end: () => void): void => {
      expectWithin(undefined);
      if (!kept) forget();
      end();
    };
    expectWithin(limitMs);
    run({ signal: controller.signal, expectWithin, keep }).then(
      (result) => settle(() => resolve(result)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}

function timeoutError({ call: { operation }, timeoutMs, totalTimeoutMs, attempts }: CallContext, ofCall: boolean): TimeoutError {
  const [name, limitMs] = ofCall ? (["totalTimeoutMs", totalTimeoutMs] as const) : (["timeoutMs", timeoutMs] as const);
  const [what, outcome] = attempts === 0 ? (["no token", "not-sent"] as const) : (["no whole answer", "unknown"] as const);
  const message = `${operation.id} got ${what} within ${limitMs} ms: raise ${name} if the service needs longer`;
  return new TimeoutError(message, limitMs, { operationId: operation.id }, outcome);
}
