// Requests and responses as transports see them.

import type { BinaryInput } from "./method-types.ts";

/** A request as a plain object, so that a retry can send the same body again. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  /** The headers, with names in lower case. Middleware sees no credential here, because it is added later. */
  readonly headers: { readonly [name: string]: string };
  /** A stream can only be sent once; everything else can be sent again. */
  readonly body: string | BinaryInput | undefined;
}

/** The headers of a response. The platform's `Headers` is one. */
export interface ResponseHeaders {
  /** Returns one header by its case-insensitive name, with multiple lines joined by ", ". `null` if there is none. */
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(callback: (value: string, name: string) => void): void;
}

/** One challenge of a `WWW-Authenticate` header: the credential that the service requires, and what was wrong with the one that was sent. */
export interface Challenge {
  /** The authentication scheme in lower case, such as `bearer`. */
  readonly scheme: string;
  /** The parameters by name, in lower case, such as `error` and `error_description` (RFC 6750 §3). */
  readonly parameters: { readonly [name: string]: string };
  /** The value that follows the scheme instead of parameters, such as Base64 text; absent if there are parameters or nothing. */
  readonly token68?: string;
}

/** A response whose body has been read and decoded. */
export interface HttpResponse<Body = unknown> {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: ResponseHeaders;
  /** The decoded body: JSON as a value, text as a string, bytes as {@link BinaryContent}, `undefined` if there is none. */
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
  /** The version of HTTP, such as `1.1`; absent if the transport does not know it. `fetch` does not. */
  readonly httpVersion?: string;
}

/** The body of a response, in chunks. The platform's `ReadableStream` is one. */
export interface UnreadBody {
  getReader(): BodyReader;
  cancel(reason?: unknown): Promise<void>;
}

/** Reads a decompressed body. */
export interface BodyReader {
  /** Returns the next chunk. Rejects if the body is cut off; after a cancellation, rejects no later than when the connection is closed. */
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  /** Discards the rest of the body and frees the connection. Can be called at any time and more than once. */
  cancel(reason?: unknown): Promise<void>;
}

/** Sends a request like the platform's `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<UnreadResponse>;

/** Notifies a transport that its response is no longer needed: a deadline has passed, or the caller has aborted. */
export interface Cancellation {
  /** Returns an `AbortSignal` for APIs that take one; `undefined` if nothing can end the attempt. It is created on first use, because it costs more than a callback. */
  signal(): AbortSignal | undefined;
  /** Calls `callback` once with the reason, immediately if the attempt has already ended. It stays registered until the last chunk of the response. */
  onCancel(callback: (reason: unknown) => void): void;
}

/**
 * Sends a request and returns its response as soon as the headers arrive. Replaces `fetch`.
 *
 * A transport does not follow redirects, does not retry, and reads only the chunks that are requested. The pipeline does signing, retries, deadlines, size limits and decoding for every transport.
 * It rejects with the platform's own error, because the error's `code` (such as `ECONNREFUSED`) says whether anything was sent.
 */
export type Transport = (request: HttpRequest, cancellation: Cancellation) => Promise<UnreadResponse>;
