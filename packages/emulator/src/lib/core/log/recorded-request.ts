/** The stage that rejected a request. */
export type RejectedBy = "route" | "authentication" | "scopes" | "request" | "handler";

/** A request and its response, as an emulator recorded them. Secrets are masked as `…`. */
export interface RecordedRequest {
  /** 1, 2, … in the order of the responses of all emulators of a process. */
  readonly sequence: number;
  /** When it arrived, by the emulator's clock (RFC 3339). */
  readonly at: string;
  /** The service, such as `vault`. */
  readonly service: string;
  /** `undefined` if no operation matches. */
  readonly operationId: string | undefined;
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly query: string;
  /** `undefined` if the connection closed without a response. */
  readonly status: number | undefined;
  /** Real time in milliseconds. */
  readonly durationMs: number;
  /** Id of the caller; `undefined` if the request was not authenticated. */
  readonly actor: string | undefined;
  /** The first four characters of the token. */
  readonly token: string | undefined;
  /** The value of a JSON body or form, otherwise its size as text; `undefined` if none was read. */
  readonly requestBody: unknown;
  /** The value of a JSON body, otherwise its size as text. */
  readonly responseBody: unknown;
  /** `undefined` if the operation succeeded, or if a fault made the response. */
  readonly rejectedBy: RejectedBy | undefined;
  /** Why it was rejected, as far as the emulator checks it before the operation. */
  readonly issues: readonly string[];
  /** Id of the fault that changed it. */
  readonly fault: string | undefined;
  /** Whether the response is an example of the contract, independent of the state. */
  readonly isExample: boolean;
  /** What no handler read: JSON Pointers into the body, `?name` for a query parameter. */
  readonly unusedInput: readonly string[];
}

/** Which recorded requests to return. */
export interface RequestsOptions {
  /** Only requests with a higher `sequence`. Default: 0. */
  readonly since?: number;
  /** The largest number of requests. Default: all. */
  readonly limit?: number;
  /** Whether to mask secrets. Default: true. */
  readonly masked?: boolean;
}
