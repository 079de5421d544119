// The events of `onEvent`.

import type { HttpMethod } from "./contract.ts";
import type { AnyErrorCode, StopReason } from "./error-codes.ts";

/** The call of an event. All events of a call share this object. It contains no secrets. */
export interface ObservedCall {
  /** The number of this call among the observed calls of the program, starting at 1. */
  readonly id: number;
  readonly operationId: string;
  readonly method: HttpMethod;
  /**
   * The path with its parameters in braces, such as `/v1/vaults/{vaultUUID}`; absent if the URL
   * came from a response.
   */
  readonly urlTemplate: string | undefined;
  /** The host of `baseUrl`. */
  readonly serverAddress: string;
  /** The port of `baseUrl`, or the default port of its scheme. */
  readonly serverPort: number;
}

/** The result of a call or an attempt. */
export interface ObservedEnd {
  /** The status of the response; absent if there was none. */
  readonly status: number | undefined;
  /**
   * The error code, such as `api-error` for an error status; absent for a success, and if the
   * caller aborted, as is `status`.
   */
  readonly errorCode: AnyErrorCode | undefined;
  readonly durationMs: number;
}

/**
 * An event of a client, for logs, metrics and traces.
 *
 * The events of one call arrive in this order: `call-start`; for each attempt `token-start` and
 * `token` if the call waits for a token, then `attempt-start` and `attempt`; `retry` before each
 * retry; `call`.
 *
 * Events contain no secrets: no body, no query, no credential.
 */
export type ClientEvent =
  /** A call has started: its arguments are valid, nothing was sent yet. */
  | { readonly type: "call-start"; readonly call: ObservedCall }
  /** A call waits for its token. There is no event for a token that is available immediately. */
  | {
      readonly type: "token-start";
      readonly call: ObservedCall;
      /** Whether the service has just rejected (401) the previous token. */
      readonly renewal: boolean;
    }
  /** The wait for the token is over: the token is available, or an error occurred. */
  | {
      readonly type: "token";
      readonly call: ObservedCall;
      readonly renewal: boolean;
      readonly errorCode: AnyErrorCode | undefined;
      readonly durationMs: number;
    }
  /** A request is about to be sent. */
  | {
      readonly type: "attempt-start";
      readonly call: ObservedCall;
      /** The number of the attempt, starting at 1. */
      readonly attempt: number;
      /**
       * The URL without its query. Parts of the path that look like a secret are redacted; the
       * whole path if the URL came from a response.
       */
      readonly url: string;
      /**
       * Adds or replaces a header of this attempt, such as `traceparent`. Throws a
       * `ConfigurationError` for one that an observer may not set.
       */
      readonly addHeader: (name: string, value: string) => void;
      /** Runs the sending inside `around`, which must call `send` synchronously. */
      readonly sendWithin: (around: (send: () => void) => void) => void;
    }
  /**
   * An attempt has ended. `httpVersion` is absent without a response, or if the transport does not
   * know it.
   */
  | ({
      readonly type: "attempt";
      readonly call: ObservedCall;
      readonly attempt: number;
      readonly url: string;
      readonly httpVersion: string | undefined;
    } & ObservedEnd)
  /** A failed attempt will be retried after `delayMs`. */
  | { readonly type: "retry"; readonly call: ObservedCall; readonly attempt: number; readonly delayMs: number }
  /** A call has ended. */
  | ({ readonly type: "call"; readonly call: ObservedCall; readonly attempts: number; readonly stopReason: StopReason | undefined } & ObservedEnd);

/** Receives the events of a client. Errors that it throws are ignored. */
export interface Observer {
  (event: ClientEvent): void;
  /** Called as a call starts: `false` creates no events for it. @default always listening */
  readonly isListening?: () => boolean;
}
