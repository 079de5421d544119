import type { Answer, CallContext, Stage } from "./call-context.ts";
import type { OutgoingRequest } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { type Outcome, TimeoutError } from "./errors.ts";
import { onAbort } from "./on-abort.ts";
import type { Operation } from "./operation.ts";
import type { Cancellation } from "./transport.ts";

/** One attempt while it runs: what ends it, and how its last part may go on after the answer has begun. */
export interface Attempt extends Cancellation {
  /** Throws why it was ended, where it was. */
  readonly throwIfEnded: () => void;
  /** Starts its deadline anew: for streams, which have one for each piece. `undefined` puts it off. */
  readonly expectWithin: (limitMs: number | undefined) => void;
  /** Keeps it alive behind the answer: the caller's signal still ends it, until the function that is given back is called. */
  readonly keep: () => () => void;
}

/** Runs each attempt under its deadline, that of its call, and the caller's signal; ends it also where a transport does not listen. */
export function createDeadline(clock: Clock, exchange: (request: OutgoingRequest, context: CallContext, attempt: Attempt) => Promise<Answer>): Stage {
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
    let ended: { readonly reason: unknown } | undefined;
    let controller: AbortController | undefined;
    let timer: unknown;
    let kept = false;
    const callbacks: ((reason: unknown) => void)[] = [];
    const end = (reason: unknown): void => {
      release();
      ended = { reason };
      reject(reason);
      for (const callback of callbacks) callback(reason);
    };
    const expectWithin = (ms: number | undefined): void => {
      if (timer !== undefined) clock.clear(timer);
      timer = ms === undefined || ms === Infinity ? undefined : clock.after(ms, () => end(timeoutError(context, ofCall && !kept)));
    };
    const forget = onAbort(signal, () => end(signal?.reason));
    const release = (): void => {
      expectWithin(undefined);
      forget();
    };
    const onCancel = (callback: (reason: unknown) => void): void => {
      if (ended === undefined) callbacks.push(callback);
      else callback(ended.reason);
    };
    expectWithin(limitMs);
    // Not an accessor: an object with one of its own would have a shape of its own.
    const attempt: Attempt = {
      signal() {
        if (controller === undefined && (limitMs !== Infinity || signal !== undefined)) {
          const made = new AbortController();
          controller = made;
          onCancel((reason) => made.abort(reason));
        }
        return controller?.signal;
      },
      onCancel,
      throwIfEnded() {
        if (ended !== undefined) throw ended.reason;
      },
      expectWithin,
      keep() {
        kept = true;
        return release;
      },
    };
    const settle = (): void => {
      expectWithin(undefined);
      if (!kept) forget();
    };
    run(attempt).then(
      (result) => {
        settle();
        resolve(result);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

/** What a call without an answer means for a write; of a read nobody asks. */
export function consequenceOf({ retry }: Operation, outcome: Outcome): string {
  return retry === "safe" ? "" : outcome === "not-sent" ? "; nothing was sent" : "; the service may have acted";
}

function timeoutError({ call: { operation }, timeoutMs, totalTimeoutMs, attempts }: CallContext, ofCall: boolean): TimeoutError {
  const [name, limitMs] = ofCall ? (["totalTimeoutMs", totalTimeoutMs] as const) : (["timeoutMs", timeoutMs] as const);
  const [what, advice, outcome] =
    attempts === 0
      ? (["token", `look at what the token option waits for, or raise ${name}`, "not-sent"] as const)
      : (["whole answer", `raise ${name} if the service needs longer`, "unknown"] as const);
  return new TimeoutError(
    `${operation.id} got no ${what} within ${limitMs} ms${consequenceOf(operation, outcome)}: ${advice}`,
    limitMs,
    { operationId: operation.id },
    outcome,
  );
}
