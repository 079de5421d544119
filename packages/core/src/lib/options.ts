// What users pass to a client and to a call.

import type { Observer } from "./client-events.ts";
import type { Clock } from "./clock.ts";
import type { Operation } from "./contract.ts";
import type { Fetch, HttpRequest, HttpResponse, Transport } from "./http.ts";

/** Sends a request and returns its response. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** One call of one operation, from the method call to its result. */
export interface Call {
  readonly operation: Operation;
  /** The caller's signal. For a list's page, it also fires if the caller stops reading the list. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Wraps a call. It can change the request, call `next` zero or more times, and change the response.
 *
 * The first middleware of the array is the outermost. Middleware runs outside retries and
 * authentication: `next` returns the response after all attempts, and middleware sees no
 * credential.
 */
export type Middleware = (request: HttpRequest, next: Send, call: Call) => Promise<HttpResponse>;

/** Returns the bearer token for each request. */
export interface TokenProvider {
  /** @param signal The caller's signal; a provider that waits should stop when it fires. */
  getToken(signal?: AbortSignal): string | Promise<string>;
  /**
   * Called with a token that the service rejected (401), before `getToken` for one more request.
   */
  invalidate?(refused: string): void;
}

/** When a call is retried. */
export interface RetryOptions {
  /**
   * The maximum number of retries after the first attempt; `Infinity` for as many as fit into
   * `totalTimeoutMs`. More retries tolerate longer failures and put more load on the service.
   *
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * The longest wait between two attempts, in milliseconds, up to 2147483647: a wait, so that
   * `Infinity` is an error. If the service asks for more (`Retry-After`), the call throws
   * immediately, with `retryAfterMs`.
   *
   * @default 30000
   */
  readonly maxDelayMs?: number | undefined;
  /**
   * Statuses to retry in addition to the usual ones, such as 404 after a create or 409 on parallel
   * writes. A write is only retried on those below 500, which mean that it was rejected: after a
   * 5xx the write may have happened, and a retry needs `repeatWrites`.
   *
   * @default none
   */
  readonly statuses?: readonly number[] | undefined;
  /**
   * Retries a write like a read, even if it may already have happened. Only for writes that may
   * safely happen twice.
   *
   * @default false
   */
  readonly repeatWrites?: boolean | undefined;
}

/** The options of a client. */
export interface ClientOptions {
  /**
   * The base URL of the service, such as `https://vault.example.com`; a path prefix is kept.
   * `https`, or `http` to this machine. A query, a fragment or a user name is an error.
   */
  readonly baseUrl: string;
  /**
   * The bearer token, a function that returns it (called for each request), or a provider. Required
   * only for operations that the contract secures with a token.
   */
  readonly token?: string | (() => string | Promise<string>) | TokenProvider | undefined;
  /**
   * Replaces the platform's `fetch`, for proxies, certificate authorities and tests.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Sends the requests without `fetch`. Set at most one of `fetch` and `transport`.
   *
   * @default a transport that calls `fetch`
   */
  readonly transport?: Transport | undefined;
  /**
   * Headers for each request, such as `user-agent`. `authorization`, `accept` and `content-type`
   * are an error here, because the contract sets them.
   * @default none
   */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * The time limit of one attempt, including its response body, in milliseconds. For a file, the
   * limit until the response starts and between two chunks. `Infinity` for no limit. Throws
   * `TimeoutError` after it.
   *
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The time limit of a whole call, including retries and the waits between them, in milliseconds.
   * For a list, the limit of each page. For a file, the limit until the response starts; bytes that
   * are cut off later are not requested again. `Infinity` for no limit. Throws `TimeoutError` after
   * it.
   *
   * @default 60000
   */
  readonly totalTimeoutMs?: number | undefined;
  /**
   * When a call is retried; `false` for never. An operation that the contract marks as unsafe to
   * repeat is only retried if the service cannot have acted.
   */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * The largest response that is read into memory, in bytes after decompression; `Infinity` for no
   * limit. A larger response throws `InvalidResponseError`. Files are not limited, because the
   * caller reads their bytes.
   *
   * @default 33554432 (32 MiB)
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Parses the JSON of success responses, such as with a lossless parser: `JSON.parse` rounds
   * numbers beyond 2^53. If it throws, the response is an `InvalidResponseError`. A property that
   * the contract calls a 64-bit integer is a decimal string with any parser that returns numbers or
   * bigints.
   *
   * @default JSON.parse
   */
  readonly parseJson?: ((text: string) => unknown) | undefined;
  /**
   * Allows `http` to other machines, which sends credentials in clear text.
   *
   * @default false
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Wraps each call. @default none */
  readonly middleware?: readonly Middleware[] | undefined;
  /**
   * Receives the events of each call: the start and end of calls, attempts and waits for a token,
   * and each retry. Events contain no bodies, query strings or credentials. Errors that it throws
   * are ignored.
   *
   * @default none
   */
  readonly onEvent?: Observer | undefined;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Headers for this call. They override the client's headers. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Overrides the client's option for this call. */
  readonly timeoutMs?: number | undefined;
  /** Overrides the client's option for this call. */
  readonly totalTimeoutMs?: number | undefined;
  /**
   * For a list: whether the next page is requested while you handle the current one. This saves the
   * wait between pages, and costs one aborted request if you leave the loop early.
   *
   * @default true
   */
  readonly readAhead?: boolean | undefined;
  /**
   * Reads the bytes of a JSON response in place of the client: what it returns is the value, as it
   * is. It can keep a page that does not match the contract.
   *
   * @default the client's own reader, which throws if the bytes are not UTF-8 or not JSON
   */
  readonly readJson?: ((bytes: Uint8Array) => unknown) | undefined;
  /** Overrides the client's option for this call; omitted properties keep the client's values. */
  readonly retry?: RetryOptions | false | undefined;
}
