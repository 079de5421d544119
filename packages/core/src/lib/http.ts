// Requests and responses as transports see them.

import type { BinaryInput } from "./method-types.ts";

/** A request as a plain object, so that a retry can send the same body again. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  /** The headers, with names in lower case. Middleware sees no credential: it is added later. */
  readonly headers: { readonly [name: string]: string };
  /** A stream can only be sent once; everything else can be sent again. */
  readonly body: string | BinaryInput | undefined;
}

/** The headers of a response. The platform's `Headers` is one. */
export interface ResponseHeaders {
  /** Returns a header by its case-insensitive name, lines joined by ", "; `null` if absent. */
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(callback: (value: string, name: string) => void): void;
}

/** A challenge of `WWW-Authenticate`: the required credential, and what was wrong with the last. */
export interface Challenge {
  /** The authentication scheme in lower case, such as `bearer`. */
  readonly scheme: string;
  /** The parameters by name, in lower case, such as `error` (RFC 6750 §3). */
  readonly parameters: { readonly [name: string]: string };
  /** The value in place of parameters, such as Base64 text; absent with parameters or nothing. */
  readonly token68?: string;
}

/** A response whose body has been read and decoded. */
export interface HttpResponse<Body = unknown> {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: ResponseHeaders;
  /** The body: JSON as a value, text as a string, bytes as {@link BinaryContent}, or nothing. */
  readonly body: Body;
}

/** A response whose body has not been read. The platform's `Response` is one. */
export interface UnreadResponse {
  /** The HTTP status. Browsers report 0 for a redirect that is not followed. */
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: UnreadBody | null;
  /** Same as `Response.type`: `default` for a response that was created in this process. */
  readonly type?: string;
  readonly bodyUsed?: boolean;
  /** The version of HTTP, such as `1.1`; absent if unknown, as with `fetch`. */
  readonly httpVersion?: string;
}

/** The body of a response, in chunks. The platform's `ReadableStream` is one. */
export interface UnreadBody {
  getReader(): BodyReader;
  cancel(reason?: unknown): Promise<void>;
}

/** Reads a decompressed body. */
export interface BodyReader {
  /**
   * Returns the next chunk. Rejects if the body is cut off; after a cancellation, no later than
   * when the connection is closed.
   */
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  /** Discards the rest and frees the connection. Can be called at any time and more than once. */
  cancel(reason?: unknown): Promise<void>;
}

/** Sends a request like the platform's `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<UnreadResponse>;

/** Notifies a transport that no one needs its response: a deadline or the caller ended it. */
export interface Cancellation {
  /**
   * Returns an `AbortSignal`; `undefined` if nothing can end the attempt. Created on first use: it
   * costs more than a callback.
   */
  signal(): AbortSignal | undefined;
  /**
   * Calls `callback` once with the reason, at once if the attempt has ended. Registered until the
   * last chunk.
   */
  onCancel(callback: (reason: unknown) => void): void;
}

/**
 * Sends a request and returns its response as soon as the headers arrive. Replaces `fetch`.
 *
 * A transport does not follow redirects, does not retry, and reads only the chunks that are
 * requested. The pipeline does signing, retries, deadlines, size limits and decoding for every
 * transport. It rejects with the platform's own error, because the error's `code` (such as
 * `ECONNREFUSED`) says whether anything was sent.
 */
export type Transport = (request: HttpRequest, cancellation: Cancellation) => Promise<UnreadResponse>;
