import { onAbort } from "../../clock.ts";
import type { Operation } from "../../contract.ts";
import { TimeoutError } from "../../errors.ts";
import type { Clock } from "../../clock.ts";
import type { Outcome } from "../../error-codes.ts";
import type { HttpRequest, HttpResponse } from "../../http.ts";
import type { Attempt, CallState, Stage } from "../../pipeline.ts";

/**
 * Runs an attempt under its deadline, the call's, and the caller's signal, even if the transport
 * ignores them.
 */
export function createDeadline(clock: Clock, exchange: (request: HttpRequest, call: CallState, attempt: Attempt) => Promise<HttpResponse>): Stage {
  return (request, call) => {
    const remainingMs = call.endsAt - clock.now();
    const isLast = remainingMs < call.timeoutMs;
    const deadline: Deadline = { awaited: "complete response", limitMs: isLast ? remainingMs : call.timeoutMs, isTotal: isLast };
    return withinDeadline(clock, call, deadline, (attempt) => exchange(request, call, attempt));
  };
}

/** A time limit in milliseconds: what it limits, and whether it is that of the whole call. */
export interface Deadline {
  readonly awaited: "token" | "complete response";
  readonly limitMs: number;
  readonly isTotal: boolean;
}

/** Runs a function under a deadline and the caller's signal. */
export function withinDeadline<Result>(clock: Clock, call: CallState, deadline: Deadline, run: (attempt: Attempt) => Promise<Result>): Promise<Result> {
  const { signal } = call;
  const { limitMs } = deadline;
  if (signal?.aborted) return Promise.reject(signal.reason);
  // Do not start an attempt whose deadline has already passed.
  if (limitMs <= 0) return Promise.reject(timeoutError(call, deadline));
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
    const expectWithin = (ms = Infinity): void => {
      if (timer !== undefined) clock.clear(timer);
      timer = ms === Infinity ? undefined : clock.after(ms, () => end(timeoutError(call, kept ? { ...deadline, isTotal: false } : deadline)));
    };
    const forget = signal && onAbort(signal, () => end(signal.reason));
    const release = (): void => {
      expectWithin();
      forget?.();
    };
    const onCancel = (callback: (reason: unknown) => void): void => {
      if (ended === undefined) callbacks.push(callback);
      else callback(ended.reason);
    };
    expectWithin(limitMs);
    // Methods, not accessors, because an object with its own accessor gets its own hidden class.
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
    run(attempt).then(
      (result) => {
        expectWithin();
        if (!kept) forget?.();
        resolve(result);
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}

/** Returns what a missing response means for a write, as the end of a message; empty for a read. */
export function consequenceOf({ retry }: Operation, outcome: Outcome): string {
  return retry === "safe" ? "" : outcome === "not-sent" ? "; nothing was sent" : "; the service may have acted";
}

/** Creates the error of a deadline that has passed. */
export function timeoutError({ operation, timeoutMs, totalTimeoutMs, attempts }: CallState, { awaited, isTotal }: Deadline): TimeoutError {
  const option = isTotal ? "totalTimeoutMs" : "timeoutMs";
  const limitMs = isTotal ? totalTimeoutMs : timeoutMs;
  const isToken = awaited === "token";
  const outcome = attempts === 0 ? "not-sent" : "unknown";
  return new TimeoutError("timeout", `${operation.id} got no ${awaited} within ${limitMs} ms${consequenceOf(operation, outcome)}`, {
    timeoutMs: limitMs,
    outcome,
    operationId: operation.id,
    option,
    advice: isToken ? `check the token option, or raise ${option}` : `raise ${option} if the service needs longer`,
  });
}
