import type { ErrorCode, StopReason } from "./errors.ts";

/** What happens in a client: for logs, metrics and traces. Nothing in it is secret. */
export type ClientEvent =
  /** One request went out and was answered or failed. */
  | {
      readonly type: "attempt";
      readonly operationId: string;
      /** 1 for the first. */
      readonly attempt: number;
      readonly method: string;
      /** The address without its query. */
      readonly url: string;
      /** The status of the answer; absent where none came. */
      readonly status: number | undefined;
      /** Why it failed: `api-error` for a refusal; absent for a success, and where the caller gave up. */
      readonly errorCode: ErrorCode | undefined;
      readonly durationMs: number;
    }
  /** A failed attempt will be repeated after a wait. */
  | { readonly type: "retry"; readonly operationId: string; readonly attempt: number; readonly delayMs: number }
  /** A call is over. */
  | {
      readonly type: "call";
      readonly operationId: string;
      readonly attempts: number;
      readonly status: number | undefined;
      readonly errorCode: ErrorCode | undefined;
      readonly stopReason: StopReason | undefined;
      readonly durationMs: number;
    };

/** Gives an event to whoever asked for it. */
export type Emit = (event: ClientEvent) => void;

/** Makes the {@link Emit} of a client; `undefined` where nobody listens, so that no event is made. */
export function createEmit(onEvent: Emit | undefined): Emit | undefined {
  if (onEvent === undefined) return undefined;
  return (event) => {
    // An observer that fails must not fail the call that it observes, nor its program.
    try {
      const given: unknown = onEvent(event);
      if (given instanceof Promise) given.catch(() => {});
    } catch {}
  };
}
