/** What a transport sends. */
export interface TransportRequest {
  readonly url: string;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
}

/** Tells a transport that nobody waits for the answer any more: a deadline has passed, or the caller has given up. */
export interface Cancellation {
  /** For what takes a signal. It is made when it is first asked for, because it costs more than a callback; `undefined` where nothing can end the attempt. */
  readonly signal: () => AbortSignal | undefined;
  /** Calls back once with the reason, at once where it has happened already. It holds until the answer's last piece. */
  readonly onCancel: (callback: (reason: unknown) => void) => void;
}

/** An answer whose body has not been read. */
export interface TransportResponse {
  /** 0 for what a browser shows of a redirect that is not followed. */
  readonly status: number;
  /** All headers: of a success hardly anybody asks for them. */
  readonly headers: () => Headers;
  /**
   * Whether the headers are those of the wire, by which HTTP/1.1 says where a body ends (RFC 9112 §6.3), and the pieces are its bytes: a body without a length or chunks then cannot be trusted
   * to be whole. Where it is `false`, as in browsers, the platform checks that itself, and may have decompressed what it announces compressed.
   */
  readonly showsFraming: boolean;
  /** One header, by its name in lower case; its lines joined by ", ". `null` where there is none. */
  header(name: string): string | null;
  /** The next piece of the body, decompressed; `undefined` at its end. Rejects where it is cut off, and after a cancellation at the latest when the connection is gone. */
  read(): Promise<Uint8Array | undefined>;
  /** Gives up the rest and frees the connection. Never throws; may be called at any time, and again. */
  cancel(reason?: unknown): void;
}

/**
 * Sends a request and gives its answer as soon as the headers are there: the one place below the pipeline where bytes meet a network.
 *
 * It follows no redirect, repeats nothing and reads no more of a body than it is asked for: signing, repeating, deadlines, bounds and decoding are the pipeline's, the same for every transport.
 * It rejects with the platform's own error, whose `code` (such as `ECONNREFUSED`) says whether anything was sent.
 */
export type Transport = (request: TransportRequest, cancellation: Cancellation) => Promise<TransportResponse>;
