import type { BodyFormat, HttpMethod, Operation, OperationTable, Pagination, Success, ValueTree } from "./contract.ts";

/** The reason for an error, one code per reason. The class of the error says where it happened. */
export type ErrorCode =
  /** An option is invalid, such as a `baseUrl` with a query, or has a name that is not known here. The message says what was expected, or which option is meant; nothing was sent. */
  | "invalid-configuration"
  /** The operation requires a token or another credential and the client has none. Set the `option` of the error; nothing was sent. */
  | "missing-token"
  /** An argument of the call does not match the contract. The message says what was expected; nothing was sent. */
  | "invalid-argument"
  /** The `token` option failed, or returned a value that a header cannot carry. Check the source of the token; nothing was sent. */
  | "invalid-token"
  /** The token endpoint returned no token (see `oauthError` and `status`), or the token file has none. The request was not sent, or the service rejected the previous token (401). */
  | "no-token"
  /** The token is valid but lacks features that the program needs: see `missingFeatures`. Request a token with these features; nothing was read. */
  | "missing-feature"
  /** No HTTP response arrived: the host name did not resolve, or the connection was refused, reset or closed. `outcome` says whether a write may have happened. */
  | "connection-failed"
  /** The server's TLS certificate is not trusted. The request is not retried. Check the address and the certificate authority. */
  | "untrusted-connection"
  /** No complete response arrived in time: `timeoutMs` for one attempt, `totalTimeoutMs` for the call with its retries. */
  | "timeout"
  /** The response has a status that is not a success: see `status`, `traceId`, `fieldErrors`. */
  | "api-error"
  /** The service redirects. The client does not follow redirects, because credentials are only sent to the origin of `baseUrl`. Set `baseUrl` to the final address. */
  | "redirect-refused"
  /** A success response has another media type than the contract, such as a proxy's login page. Check `baseUrl`; `excerpt` has the beginning of the response. */
  | "unexpected-content"
  /** The response ended early. A read was retried; a write may have happened. */
  | "truncated-response"
  /** The response is larger than `maxResponseBytes`. Raise it, or request less. */
  | "response-too-large"
  /** The response is not UTF-8, or is complete but not JSON. The service or an intermediary is at fault. */
  | "malformed-response"
  /** A page has no position for the next page. The items read so far are complete; the list cannot be continued. */
  | "missing-position"
  /** The next page is at another origin. It was not requested, because credentials are only sent to the origin of `baseUrl`. */
  | "foreign-position"
  /** The service returned the position of an earlier page again. Reading on would never end. */
  | "position-repeated"
  /** `toArray` found more items than its `max`. Raise it, or iterate. */
  | "too-many-items"
  /** A helper searched by name and found no match. The message says where it searched. */
  | "not-found"
  /** A helper searched by name and found several matches: see `candidates`. Use the id instead of the name. */
  | "ambiguous"
  /** Some secret references cannot be resolved: see `failures`. No values are returned. */
  | "unresolved-references"
  /** The resource has changed since it was read. Read it again; `written` says whether your change was made anyway. */
  | "version-changed"
  /** A write was not sent, because the client has the middleware `dryRun`: see `request`. */
  | "dry-run"
  | FeedErrorCode;

/** The codes that only feeds and their checkpoints throw: the READMEs of packages without feeds leave them out. */
type FeedErrorCode =
  /** The position of a page is longer than 16 KiB. The page was not acknowledged; the checkpoint keeps the position before it. */
  | "position-too-long"
  /** Too many pages in a row were empty although the service reports more events. The checkpoint keeps the last position; restart the feed later. */
  | "no-progress"
  /** The checkpoint is empty, incomplete or altered, or another program or version wrote it. Restore it, or remove it and start at a time with `since`. */
  | "checkpoint-damaged"
  /** The checkpoint belongs to another stream. Use a separate checkpoint for each feed. */
  | "checkpoint-foreign"
  /** Another process holds the checkpoint. Stop that process, or set `standByMs` to wait for it. */
  | "checkpoint-owned"
  /** Another owner changed or acquired the checkpoint. Nothing was overwritten; uncommitted events are delivered again. */
  | "checkpoint-lost"
  /** The checkpoint cannot be read, locked or written; see `cause`. Uncommitted events are delivered again. */
  | "checkpoint-unavailable"
  /** The service rejects the checkpoint's cursor, for example because it has expired. Start again at a time with the feed's `reset`. */
  | "cursor-refused";

/** Why a call was not retried. */
export type StopReason =
  /** A retry cannot fix the failure, such as a 404. */
  | "not-retryable"
  /** The request body is a stream, which can only be sent once. Pass a `Blob` or a `Uint8Array` to allow retries. */
  | "body-sent"
  /** A write may have happened, and a retry could repeat it. */
  | "write"
  /** All retries that `maxRetries` allows were made. */
  | "attempts-used"
  /** Too many calls of this client have failed recently: there are no retries until calls succeed again. */
  | "quota-used"
  /** The next attempt would begin after `totalTimeoutMs`. */
  | "deadline"
  /** The service asks for a longer wait (`Retry-After`) than `maxDelayMs`: see `retryAfterMs`. */
  | "retry-after-too-long";

/** Whether the service may have received the request: `not-sent` means that it has certainly not acted. */
export type Outcome = "not-sent" | "unknown";

/** One challenge of a `WWW-Authenticate` header: the credential that the service requires, and what was wrong with the one that was sent. */
export interface Challenge {
  /** The authentication scheme in lower case, such as `bearer`. */
  readonly scheme: string;
  /** The parameters by name, in lower case, such as `error` and `error_description` (RFC 6750 §3). */
  readonly parameters: { readonly [name: string]: string };
  /** The value that follows the scheme instead of parameters, such as Base64 text; absent if there are parameters or nothing. */
  readonly token68?: string;
}

/** Time and randomness. Tests can replace both. */
export interface Clock {
  /** Milliseconds on a monotonic clock; the zero point is arbitrary. */
  now(): number;
  /** Milliseconds since 1970 on the system clock: only used to interpret dates that a service sends. */
  wallNow(): number;
  /** Calls `callback` after a delay in milliseconds. Returns a timer for {@link Clock.clear}. */
  after(delayMs: number, callback: () => void): unknown;
  clear(timer: unknown): void;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

/** A request as a plain object, so that a retry can send the same body again. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  /** The headers, with names in lower case. Middleware sees no credential here, because it is added later. */
  readonly headers: { readonly [name: string]: string };
  /** A stream can only be sent once; everything else can be sent again. */
  readonly body: string | BinaryInput | undefined;
}

/** Bytes to send. A `Blob` such as that of `fs.openAsBlob` is read while it is sent, and again for a retry. A call with a stream is not retried once it was sent. */
export type BinaryInput = Blob | Uint8Array | ReadableStream<Uint8Array>;

/** A merge patch of a value (RFC 7396): what may be left out may also be null, which deletes it. An array takes the place of the whole array. */
export type MergePatch<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]: Record<never, never> extends Pick<Value, Name> ? MergePatch<Value[Name]> | null : MergePatch<Value[Name]> }
    : Value;

/** A file of a multipart body: its bytes, alone or with a name and a media type. */
export type FileInput =
  | BinaryInput
  | {
      readonly content: BinaryInput;
      /** @default the name of a `File`, or else the name of the part */
      readonly fileName?: string | undefined;
      /** @default the `type` of a `Blob`, or else that of the contract */
      readonly contentType?: string | undefined;
    };

/** The headers of a response. The platform's `Headers` is one. */
export interface ResponseHeaders {
  /** Returns one header by its case-insensitive name, with multiple lines joined by ", ". `null` if there is none. */
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(callback: (value: string, name: string) => void): void;
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

/** Tells a transport that its response is no longer needed: a deadline has passed, or the caller has aborted. */
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

/** Sends a request and returns its response. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** One call of one operation, from the method call to its result. */
export interface Call {
  readonly operation: Operation;
  /** The caller's signal. For a page of a list, a signal that also fires if the caller stops reading the list. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Wraps a call. It can change the request, call `next` zero or more times, and change the response.
 *
 * The first middleware of the array is the outermost. Middleware runs outside retries and authentication: `next` returns the response after all attempts, and middleware sees no credential.
 */
export type Middleware = (request: HttpRequest, next: Send, call: Call) => Promise<HttpResponse>;

/** The call that an event belongs to. All events of a call share this object. It contains no secrets. */
export interface ObservedCall {
  /** The number of this call among the observed calls of the program, starting at 1. */
  readonly id: number;
  readonly operationId: string;
  readonly method: HttpMethod;
  /** The path with its parameters in braces, such as `/v1/vaults/{vaultUUID}`, the same for all calls of an operation; absent if the URL came from a response. */
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
  /** The error code, such as `api-error` for an error status; absent for a success, and if the caller aborted (then `status` is absent, too). */
  readonly errorCode: ErrorCode | undefined;
  readonly durationMs: number;
}

/**
 * An event of a client, for logs, metrics and traces.
 *
 * The events of one call arrive in this order: `call-start`; for each attempt `token-start` and `token` if the call waits for a token, then `attempt-start` and `attempt`; `retry` before each
 * retry; `call`.
 *
 * Events contain no secrets: no body, no query, no credential.
 */
export type ClientEvent =
  /** A call has started: its arguments are valid, nothing was sent yet. */
  | { readonly type: "call-start"; readonly call: ObservedCall }
  /** A call waits for its token, which other calls may wait for too. There is no event for a token that is available immediately. */
  | {
      readonly type: "token-start";
      readonly call: ObservedCall;
      /** Whether the service has just rejected (401) the previous token. */
      readonly renewal: boolean;
    }
  /** The wait for the token is over: the token is available, or an error occurred. */
  | { readonly type: "token"; readonly call: ObservedCall; readonly renewal: boolean; readonly errorCode: ErrorCode | undefined; readonly durationMs: number }
  /** A request is about to be sent. */
  | {
      readonly type: "attempt-start";
      readonly call: ObservedCall;
      /** The number of the attempt, starting at 1. */
      readonly attempt: number;
      /** The URL without its query. Parts of the path that look like a secret are redacted; if the URL came from a response, the whole path is redacted. */
      readonly url: string;
      /** Adds a header to this attempt, such as `traceparent`, replacing one with the same name. Throws a `ConfigurationError` for a header that an observer may not set. */
      readonly addHeader: (name: string, value: string) => void;
      /** Runs the sending of the request inside `around`, for example to set a trace context; `around` must call `send` synchronously. */
      readonly sendWithin: (around: (send: () => void) => void) => void;
    }
  /** An attempt has ended with a response or an error. `httpVersion` is absent if there was no response, or the transport does not know it. */
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
  /** Called at the start of each call: if it returns `false`, no events are created for that call. @default always listening */
  readonly isListening?: () => boolean;
}

/** Returns the bearer token for each request. */
export interface TokenProvider {
  /** @param signal The caller's signal; a provider that waits should stop when it fires. */
  getToken(signal?: AbortSignal): string | Promise<string>;
  /** Called with a token that the service rejected (401), so that the next `getToken` returns a new one; the request is then sent once more. */
  invalidate?(refused: string): void;
}

/** When a call is retried. */
export interface RetryOptions {
  /**
   * The maximum number of retries after the first attempt; `Infinity` for as many as fit into `totalTimeoutMs`. More retries tolerate longer failures and put more load on the service.
   *
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * The longest wait between two attempts, in milliseconds, up to 2147483647: a wait, so that `Infinity` is an error. If the service asks for more (`Retry-After`), the call throws immediately, with `retryAfterMs`.
   *
   * @default 30000
   */
  readonly maxDelayMs?: number | undefined;
  /**
   * Statuses to retry in addition to the usual ones, such as 404 after a create or 409 on parallel writes. A write is only retried on those below 500, which mean that it was rejected: after
   * a 5xx the write may have happened, and a retry needs `repeatWrites`.
   *
   * @default none
   */
  readonly statuses?: readonly number[] | undefined;
  /**
   * Retries a write like a read, even if it may already have happened. Only for writes that may safely happen twice.
   *
   * @default false
   */
  readonly repeatWrites?: boolean | undefined;
}

/** The options of a client. */
export interface ClientOptions {
  /**
   * The base URL of the service, such as `https://vault.example.com`; a path prefix is kept. `https`, or `http` to this machine.
   * A query, a fragment or a user name is an error.
   */
  readonly baseUrl: string;
  /** The bearer token, a function that returns it (called for each request), or a provider. Required only for operations that the contract secures with a token. */
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
  /** Headers for each request, such as `user-agent`. `authorization`, `accept` and `content-type` are an error here, because the contract sets them. @default none */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * The time limit of one attempt, including its response body, in milliseconds. For a file, the limit until the response starts and between two chunks. `Infinity` for no limit. Throws `TimeoutError` after it.
   *
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The time limit of a whole call, including retries and the waits between them, in milliseconds. For a list, the limit of each page. For a file, the limit until the response
   * starts; bytes that are cut off later are not requested again. `Infinity` for no limit. Throws `TimeoutError` after it.
   *
   * @default 60000
   */
  readonly totalTimeoutMs?: number | undefined;
  /** When a call is retried; `false` for never. An operation that the contract marks as unsafe to repeat is only retried if the service cannot have acted. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * The largest response that is read into memory, in bytes after decompression; `Infinity` for no limit. A larger response throws `InvalidResponseError`. Files are not limited, because the caller reads their bytes.
   *
   * @default 33554432 (32 MiB)
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Parses the JSON of success responses, such as with a lossless parser: `JSON.parse` rounds numbers beyond 2^53. If it throws, the response is an `InvalidResponseError`.
   * A property that the contract calls a 64-bit integer is a decimal string with any parser that returns numbers or bigints.
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
   * Receives the events of each call: the start and end of calls, attempts and waits for a token, and each retry. Events contain no bodies, query strings or credentials.
   * Errors that it throws are ignored.
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
   * For a list: whether the next page is requested while you handle the current one. This saves the wait between pages, and costs one aborted request if you leave the loop early.
   *
   * @default true
   */
  readonly readAhead?: boolean | undefined;
  /**
   * Reads the bytes of a JSON response in place of the client: what it returns is the value, as it is. It can keep a page that does not match the contract.
   *
   * @default the client's own reader, which throws if the bytes are not UTF-8 or not JSON
   */
  readonly readJson?: ((bytes: Uint8Array) => unknown) | undefined;
  /** Overrides the client's option for this call; properties that you omit keep the client's values. */
  readonly retry?: RetryOptions | false | undefined;
}
/** The bytes of a response that have not been read yet. Read them once: all at once, or as a stream. */
export interface BinaryContent {
  /** The media type of the response; `undefined` if it has none. */
  readonly mediaType: string | undefined;
  /** The size that the response announces, in bytes; `undefined` if it announces none. */
  readonly sizeBytes: number | undefined;
  /**
   * Reads all bytes. If they end early, the call is retried like any other read: with the client's `retry`, until its `totalTimeoutMs`, from the first byte.
   *
   * @throws InvalidResponseError `truncated-response` if they end early each time.
   */
  bytes(): Promise<Uint8Array>;
  /**
   * Passes the bytes to a function as they arrive. If they end early, the function fails; then the call is retried as for `bytes`, and the function is called again with all bytes from the first.
   *
   * @param read Reads the stream. If it fails for a reason of its own, it is not called again.
   * @returns What the function returns.
   */
  consume<Result>(read: (bytes: ReadableStream<Uint8Array>) => Promise<Result>): Promise<Result>;
  /**
   * Returns the bytes as they arrive. Cancel a stream that you do not read to its end, to free its connection. It fails with `truncated-response` if the bytes end early,
   * and with `TimeoutError` if the next chunk takes longer than `timeoutMs`. It is not retried, because the bytes before the failure have already been passed on: see `consume`.
   */
  stream(): ReadableStream<Uint8Array>;
}

/** One server-sent event (WHATWG HTML §9.2). */
export interface ServerSentEvent<Data = unknown, Name extends string = string> {
  /** The name of the event; `message` if it has none. */
  readonly event: Name;
  readonly data: Data;
  /** The last id that the service sent; `undefined` if there is none yet. */
  readonly id: string | undefined;
}

/** One page of a list. */
export interface Page<Item, Position> {
  readonly items: readonly Item[];
  /**
   * The position after this page. To continue later, pass it to the same method as its position (`cursor`, `after` or `offset`). Save it after you have handled the page.
   */
  readonly resumeAt: Position;
  /** `true` if the `Link` header has another next page than the body: the body is used. Absent if they agree. */
  readonly linkIgnored?: boolean;
}

/**
 * A list that is read page by page during iteration. Nothing is sent before you iterate; each iteration starts again at the call's position.
 *
 * While you handle a page, the next one is already requested, unless the call has `readAhead: false`. Leaving the loop early aborts that request.
 * If an error ends the iteration, its `resumeAt` is the position after the last page that was returned.
 */
export interface Paginator<Item, Position> extends AsyncIterable<Item> {
  /** Returns the pages, each with the position after it. An empty last page is also returned, because its position may be newer. */
  pages(): AsyncIterable<Page<Item, Position>>;
  /**
   * Returns all items in one array, or none: the `resumeAt` of an error is the position where the iteration started.
   *
   * @param options `max`: the maximum number of items; `Infinity` for no limit.
   * @throws ArgumentError if `max` is missing or not a whole number of at least 0.
   * @throws PaginationError `too-many-items` if the list has more items, so that none are dropped silently.
   */
  toArray(options: { readonly max: number }): Promise<Item[]>;
}

/** The input of a call: parameters by name and the request body as `body`; if the position is in the body, the body itself. */
export interface Input {
  readonly [name: string]: unknown;
}

/** How the pages of one operation are read. */
export interface PageReader {
  /** The property of the input that has the position. */
  readonly parameter: string;
  /** The position to start at if the caller passes none; absent if only the service knows it. */
  readonly first?: number;
  /** Checks what the constraints of the input cannot express. */
  checkInput?(input: Input): void;
  /** @param position The position that was requested. */
  read(response: HttpResponse, position: unknown): Page<unknown, unknown> & { readonly done: boolean };
}

/** Creates the page reader of an operation with one pagination style. */
export type PageStyle<Style extends Pagination["style"]> = (operation: Operation, names: Extract<Pagination, { style: Style }>, baseUrl: string) => PageReader;

/**
 * The generated parts of a client: a row for each operation, and the functions that only some contracts need, so that a bundle contains no unused ones.
 */
export interface Contract {
  readonly operations: OperationTable;
  /** The pagination styles of its lists. */
  readonly pages?: { readonly [Style in Pagination["style"]]?: PageStyle<Style> };
  /** Builds URLs with parameters. */
  readonly writeUrl?: (operation: Operation, input: Input, baseUrl: string) => string;
  /** Writes the parameters that are sent in headers and in cookies, and the idempotency key, once for each call; `headers` has those that the user set. */
  readonly writeHeaders?: (operation: Operation, input: Input, headers: HttpRequest["headers"]) => HttpRequest["headers"];
  /** Returns the body of a response of the type `bytes`. */
  readonly readBytes?: (response: UnreadResponse, body: BodyReader, call: CallState, attempt: Attempt) => BinaryContent;
  /** Reads the responses of a client that has streams, several success responses of one operation, redirects that are an answer, or documented headers. */
  readonly readAnswer?: AnswerReader;
  /** Returns the method of an operation with `x-poll`: it calls the operation, and polls until the result is there. */
  readonly poll?: PollMethod;
  /** Returns what an error body says (`x-error`), in the form of problem details. */
  readonly readError?: (body: unknown) => Input;
  /** Masks the secrets in a response's value when it is printed. */
  readonly maskSecrets?: (value: unknown, tree: ValueTree | undefined) => void;
  /** Reads the 64-bit integers of a response as decimal strings, without loss. */
  readonly readInt64?: (value: unknown, text: string, tree: ValueTree | undefined) => unknown;
  /** Write bodies other than JSON, by format. */
  readonly bodies?: { readonly [Format in BodyFormat]?: WriteBody };
  /** Checks and signs calls with the security scheme `basic`. */
  readonly basicCredentials?: BasicCredentials;
  /** Checks the URL of an operation whose URL comes from a response, and returns it as an absolute URL. */
  readonly pinAddress?: (operation: Operation, address: unknown, baseUrl: string) => string;
  /** Signs calls with other credentials than a token that the option `token` gives. */
  readonly credentials?: Credentials;
  /** Where the client's credentials are among the user's options, such as `servers.uploads.`; absent for the options themselves. */
  readonly optionsAt?: string;
  /** All operations of the contract, if `operations` has those of one server alone: their credentials are known by name. */
  readonly allOperations?: OperationTable;
}

/** Signs calls with the client's credentials. */
export interface Credentials {
  /** The rule of the option that it adds to those of the client. */
  readonly rules?: { readonly credentials: undefined };
  /**
   * Creates the stage that signs each attempt.
   *
   * @throws ConfigurationError if a credential cannot be sent.
   */
  createSign(contract: Contract, options: ClientOptions, clock: Clock, next: Stage): Stage;
}

/** Returns the items of a response as they arrive. */
export type StreamReader = (
  response: UnreadResponse,
  body: BodyReader,
  call: CallState,
  attempt: Attempt,
  context: {
    /** The largest item in bytes. */
    readonly maxBytes: number;
    /** Parses the JSON of one item. */
    readonly parse: (text: string) => unknown;
    readonly success: Success;
  },
) => AsyncIterable<unknown> | undefined;

/** Reads a response whose body has not been read; `url` is that of the request. */
export type AnswerReader = (
  response: UnreadResponse,
  body: BodyReader,
  call: CallState,
  attempt: Attempt,
  maxBytes: number,
  parseJson: ((text: string) => unknown) | undefined,
  url: string,
) => Promise<HttpResponse>;

/** Calls an operation and returns its response. */
export type ResponseMethod = (input: unknown, own?: CallOptions) => Promise<HttpResponse>;

/**
 * Returns the method of an operation with `x-poll`; `undefined` for any other operation.
 *
 * @param bind Returns the call of another operation, with its input and then its options, even if it has no input.
 */
export type PollMethod = (
  operation: Operation,
  first: ResponseMethod,
  bind: (operation: Operation) => { readonly call: ResponseMethod },
  contract: Contract,
  options: ClientOptions,
) => ((input: unknown, own?: CallOptions) => Promise<unknown>) | undefined;

/**
 * Checks and writes the body of a request.
 *
 * @returns The body and its media type.
 * @throws ArgumentError if the value does not match the contract.
 */
export type WriteBody = (operation: Operation, value: unknown) => { readonly body: HttpRequest["body"]; readonly mediaType: string };

/** Checks and signs calls with a client id and a client secret (RFC 7617). */
export interface BasicCredentials {
  /** The properties of the input. */
  readonly names: readonly string[];
  /** @throws ArgumentError if the id or the secret cannot be sent. */
  check(operationId: string, input: Input): void;
  /** Returns the value of the `Authorization` header. */
  sign(input: Input): string;
}

/** The retry options of a call, with defaults applied. */
export interface RetryPolicy {
  readonly maxRetries: number;
  readonly maxDelayMs: number;
  readonly statuses: readonly number[];
  readonly repeatWrites: boolean;
}

/** A running attempt: controls its deadline, also while the body is read after the response was returned. */
export interface Attempt extends Cancellation {
  /** Throws the reason if the attempt has ended. */
  throwIfEnded(): void;
  /** Restarts the deadline, for streams, which have one for each chunk. `undefined` removes it. */
  expectWithin(limitMs: number | undefined): void;
  /** Keeps the attempt alive after the response: the caller's signal can still end it, until you call the returned function. */
  keep(): () => void;
}

/** Reports the events of one call. */
export interface Observation {
  readonly call: ObservedCall;
  readonly emit: (event: ClientEvent) => void;
  /** Reports the wait for a token. Returns the token. */
  token(renewal: boolean, token: Promise<string>): Promise<string>;
}

/** The state of one call, shared by the stages of the pipeline. Middleware sees only {@link Call}. */
export interface CallState extends Call {
  readonly contract: Contract;
  readonly input: Input;
  readonly readJson: CallOptions["readJson"];
  readonly retry: RetryPolicy;
  /** The time limit of each attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** The time limit of the whole call, in milliseconds. */
  readonly totalTimeoutMs: number;
  readonly clock: Clock;
  /** The deadline of the whole call, on the client's clock. */
  endsAt: number;
  /** The number of attempts so far, including the attempt after a rejected token. */
  attempts: number;
  /** The number of attempts that `maxRetries` limits: without the one after a rejected token. */
  tries: number;
  /** Whether the service may have acted on an earlier attempt. */
  mayHaveActed?: boolean;
  /** The failure of bytes that were read after their response; set while the request is sent again. */
  cut: { readonly error: unknown } | undefined;
  /** The request, and the stage that retries it. */
  sent: { readonly request: HttpRequest; readonly stage: Stage } | undefined;
  /** Why the call was not retried; set by the retry stage. */
  stopReason: StopReason | undefined;
  /** The credential of the last attempt, to redact it in messages. */
  credential: string | undefined;
  /** The API keys, user name and password of the last attempt, to redact them in messages. */
  keys?: readonly string[];
  /** Reports this call to `onEvent`; `undefined` if there is no listener. */
  observation: Observation | undefined;
  /** The version of HTTP of the last response, if the transport knows it. */
  httpVersion?: string | undefined;
}

/** A stage of the pipeline: passes a request on and returns its response. */
export type Stage = (request: HttpRequest, call: CallState) => Promise<HttpResponse>;
