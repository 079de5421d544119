import type { Operation } from "./operation.ts";

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
  /** JSON as a value, text as a string, bytes as {@link BinaryContent}, `undefined` where there is none. */
  readonly body: unknown;
}

/** Sends a request and gives the answer. */
export type Send = (request: OutgoingRequest) => Promise<IncomingResponse>;

/** One call of one operation, from the client's method to its value. */
export interface Call {
  readonly operation: Operation;
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Stands around the sending of a request: may change the request, call `next` zero, one or more times, and change the answer.
 *
 * The order is that of the array, the first outermost. Middleware sees the request before it is signed and is asked once for each call.
 */
export type Middleware = (request: OutgoingRequest, next: Send, call: Call) => Promise<IncomingResponse>;

/** Gives the bearer token of each request. */
export interface TokenProvider {
  /** @param signal The caller's signal; a provider that waits should end when it fires. */
  getToken(signal?: AbortSignal): string | Promise<string>;
}

/** What a client needs to know. */
export interface ClientOptions {
  /**
   * The service's base address, such as `https://vault.example.com`; a path prefix is kept. `https`, or `http` to this machine.
   * A query, a fragment or a user name is refused.
   */
  readonly baseUrl: string;
  /**
   * The bearer token, a function that gives it (asked for each request), or a provider. Needed only by operations that the contract secures with a token.
   */
  readonly token?: string | (() => string | Promise<string>) | TokenProvider;
  /**
   * Sends the requests in place of the platform's `fetch`: for proxies, certificate authorities, and tests.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Headers for each request, such as `user-agent`. `authorization`, `accept` and `content-type` are the contract's and refused here. */
  readonly headers?: { readonly [name: string]: string };
  /**
   * Lets credentials travel in clear text to a machine other than this one.
   *
   * @default false
   */
  readonly allowInsecureHttp?: boolean;
  /** Stands around each call. @default none */
  readonly middleware?: readonly Middleware[];
}

/** What one call may say beside its input. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignal;
  /** Headers for this call, over those of the client. */
  readonly headers?: { readonly [name: string]: string };
}
