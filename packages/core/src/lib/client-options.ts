import type { Clock } from "./clock.ts";
import type { Fetch } from "./fetch-transport.ts";
import type { Observer } from "./observe.ts";
import type { Operation } from "./operation.ts";
import type { Transport } from "./transport.ts";

/** A request as the pipeline passes it on: our own light shape, so that nothing is built twice and a body can be sent again. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  /** Names in lower case. Never holds a credential: that is added behind all middleware. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
}

/** An answer whose body has been read and decoded. */
export interface IncomingResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  /** JSON as a value, text as a string, bytes as `BinaryContent`, `undefined` where there is none. */
  readonly body: unknown;
}

/** Sends a request and gives the answer. */
export type Send = (request: OutgoingRequest) => Promise<IncomingResponse>;

/** One call of one operation, from the client's method to its value. */
export interface Call {
  readonly operation: Operation;
  /** The caller's own signal; of a page, one that fires also where its list is left. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Stands around a call: may change the request, call `next` zero, one or more times, and change the answer.
 *
 * The order is that of the array, the first outermost. It stands outside of repetition and authentication: `next` gives the answer after all attempts, and no credential is seen.
 */
export type Middleware = (request: OutgoingRequest, next: Send, call: Call) => Promise<IncomingResponse>;

/** Gives the bearer token of each request. */
export interface TokenProvider {
  /** @param signal The caller's signal; a provider that waits should end when it fires. */
  getToken(signal?: AbortSignal): string | Promise<string>;
  /** Told which token the service refused (401), so that the next `getToken` gives another; the request is then sent once more. */
  invalidate?(refused: string): void;
}

/** When a call is sent again. */
export interface RetryOptions {
  /**
   * How often at the most, after the first attempt. More means more patience with a service that fails, and more load on it.
   *
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * The longest wait between two attempts, in milliseconds. Where the service asks for more (`Retry-After`), the error is thrown at once, with `retryAfterMs`.
   *
   * @default 30000
   */
  readonly maxDelayMs?: number | undefined;
  /**
   * Statuses to repeat besides the usual ones, such as 404 after a create or 409 on parallel writes. Of a write only those below 500 count, which say that it was turned away: a 5xx may come
   * after it was done, and needs `repeatWrites`.
   *
   * @default none
   */
  readonly statuses?: readonly number[] | undefined;
  /**
   * Repeats a write as if it were a read, even where it may have happened already: only for writes that may happen twice.
   *
   * @default false
   */
  readonly repeatWrites?: boolean | undefined;
}

/** What a client needs to know. */
export interface ClientOptions {
  /**
   * The service's base address, such as `https://vault.example.com`; a path prefix is kept. `https`, or `http` to this machine.
   * A query, a fragment or a user name is refused.
   */
  readonly baseUrl: string;
  /** The bearer token, a function that gives it (asked for each request), or a provider. Needed only by operations that the contract secures with a token. */
  readonly token?: string | (() => string | Promise<string>) | TokenProvider | undefined;
  /**
   * Sends the requests in place of the platform's `fetch`: for proxies, certificate authorities, and tests.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Sends the requests by something that is not a `fetch`. Give one of the two.
   *
   * @default one made of `fetch`
   */
  readonly transport?: Transport | undefined;
  /** Headers for each request, such as `user-agent`. `authorization`, `accept` and `content-type` are the contract's and refused here. @default none */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * How long one attempt may take, its body included, in milliseconds; of a file, how long until it begins and between two pieces. `Infinity` for no limit. Past it: `TimeoutError`.
   *
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How long a call may take in all, with its repetitions and the waits between, in milliseconds; of a list, each page. `Infinity` for no limit. Past it: `TimeoutError`.
   *
   * @default 60000
   */
  readonly totalTimeoutMs?: number | undefined;
  /** When a call is sent again; `false` for never. What the contract calls unsafe to repeat is sent again only where the service cannot have acted. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * The largest answer that is read into memory, in bytes after decompression. Past it: `InvalidResponseError`. Files are not limited: their bytes are read as the caller wants them.
   *
   * @default 33554432 (32 MiB)
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Lets credentials travel in clear text to a machine other than this one.
   *
   * @default false
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Stands around each call. @default none */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Told of each call, attempt, wait and token as it begins and ends, without bodies, query strings or credentials. What it throws is ignored. @default none */
  readonly onEvent?: Observer | undefined;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

/** What one call may say beside its input. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Headers for this call, over those of the client. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** As in the client's options, for this call. */
  readonly timeoutMs?: number | undefined;
  /** As in the client's options, for this call. */
  readonly totalTimeoutMs?: number | undefined;
  /**
   * Of a list: whether the next page is asked for while this one is handled. It saves the wait between pages, and costs a request, which is then aborted, where a loop is left early.
   *
   * @default true
   */
  readonly readAhead?: boolean | undefined;
  /** As in the client's options, for this call; members that are left out stay the client's. */
  readonly retry?: RetryOptions | false | undefined;
}
