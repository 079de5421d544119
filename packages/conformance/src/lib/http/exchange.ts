/** A request as it was sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
}

/** A response that was read to its end. */
export interface Received {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Number of bytes of the body. */
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The value of a body that is JSON. */
  readonly json: { readonly value: unknown } | undefined;
}

/** A request and its response; without one if none came. */
export interface Exchange {
  readonly request: Sent;
  readonly response: Received | undefined;
  /** Whether the body of a successful response is a file, which can have any secret. */
  readonly isFile?: boolean;
}

/** An exchange with a response. */
export interface CompletedExchange extends Exchange {
  readonly response: Received;
}

/** Returns a media type without its parameters. */
export function mediaTypeOf(contentType = ""): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}
