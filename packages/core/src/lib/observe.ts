import type { ErrorCode, StopReason } from "./errors.ts";
import type { HttpMethod } from "./operation.ts";

/** A call as its events tell of it: the very same object in all of them, so that what belongs together can be found. Nothing in it is secret. */
export interface ObservedCall {
  /** Counts the observed calls of this program, from 1. */
  readonly id: number;
  readonly operationId: string;
  readonly method: HttpMethod;
  /** The path with its parameters in braces, such as `/v1/vaults/{vaultUUID}`: the same for all calls of an operation; absent where the address came out of an answer. */
  readonly urlTemplate: string | undefined;
  /** The host that `baseUrl` names. */
  readonly serverAddress: string;
  /** Its port, also where `baseUrl` leaves it to the scheme. */
  readonly serverPort: number;
}

/** How something ended. */
export interface ObservedEnd {
  /** The status of the answer; absent where none came. */
  readonly status: number | undefined;
  /** Why it failed: `api-error` for a refusal; absent for a success, and where the caller gave up (then there is no status either). */
  readonly errorCode: ErrorCode | undefined;
  readonly durationMs: number;
}

/**
 * What happens in a client: for logs, metrics and traces. Of a call the events come in this order: `call-start`, then for each attempt `token-start` and `token` where its token must be waited
 * for, `attempt-start`, `attempt`, and `retry` where another one follows behind a wait; in the end `call`.
 *
 * Nothing in them is secret: no body, no query, no credential.
 */
export type ClientEvent =
  /** A call has begun: its arguments are good, nothing was sent yet. */
  | { readonly type: "call-start"; readonly call: ObservedCall }
  /** A call waits for its token, which others may wait for too. A token that is there already is not told of. */
  | {
      readonly type: "token-start";
      readonly call: ObservedCall;
      /** Whether the service has just refused (401) the token before. */
      readonly renewal: boolean;
    }
  /** The token is there, or cannot be had. */
  | { readonly type: "token"; readonly call: ObservedCall; readonly renewal: boolean; readonly errorCode: ErrorCode | undefined; readonly durationMs: number }
  /** A request is about to go out. */
  | {
      readonly type: "attempt-start";
      readonly call: ObservedCall;
      /** 1 for the first. */
      readonly attempt: number;
      /** The address without its query; what looks like a secret in its path is taken out, and of an address that came out of an answer all of the path. */
      readonly url: string;
      /** Sends a header with this attempt, such as `traceparent`, in place of one with the same name. Throws a `ConfigurationError` for one that is not an observer's to set. */
      readonly addHeader: (name: string, value: string) => void;
      /** Has the request sent by a function, such as one that sets a trace's context around it; it must call what it is given at once. */
      readonly sendWithin: (around: (send: () => void) => void) => void;
    }
  /** One request went out and was answered or failed. */
  | ({ readonly type: "attempt"; readonly call: ObservedCall; readonly attempt: number; readonly url: string } & ObservedEnd)
  /** A failed attempt will be repeated after a wait. */
  | { readonly type: "retry"; readonly call: ObservedCall; readonly attempt: number; readonly delayMs: number }
  /** A call is over. */
  | ({ readonly type: "call"; readonly call: ObservedCall; readonly attempts: number; readonly stopReason: StopReason | undefined } & ObservedEnd);

/** Is told of what happens in a client. What it throws is ignored. */
export interface Observer {
  (event: ClientEvent): void;
  /** Asked as a call begins: where it gives `false`, the events of that call are not even made. @default always listening */
  readonly isListening?: () => boolean;
}

/** The observation of one call. */
export interface Observation {
  readonly call: ObservedCall;
  readonly emit: (event: ClientEvent) => void;
}

/** Tells an observer; one that fails must not fail the call that it observes, nor its program. */
export function tell(observer: Observer, event: ClientEvent): void {
  try {
    const given: unknown = observer(event);
    if (given instanceof Promise) given.catch(() => {});
  } catch {}
}
