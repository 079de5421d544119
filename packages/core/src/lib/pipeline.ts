// What the stages share, in one file: the parts take the state of a call, which names the client.

import type { ClientEvent, ObservedCall } from "./client-events.ts";
import type { Clock } from "./clock.ts";
import type { BodyFormat, Constraint, Credential, Operation, OperationTable, Pagination, RequestBody, Success, ValueTree } from "./contract.ts";
import type { StopReason } from "./error-codes.ts";
import type { BodyReader, Cancellation, HttpRequest, HttpResponse, UnreadResponse } from "./http.ts";
import type { BinaryContent, Page, Paginator } from "./method-types.ts";
import type { Call, CallOptions, ClientOptions } from "./options.ts";

/** The input of a call: parameters by name and `body`; or the body, if it has the position. */
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

/**
 * Checks the options of a call, or of a method of its paginator, which has rules of its own.
 *
 * @param by The id of the operation, or the method.
 */
export type CheckCall = (by: string, own: object, rules?: { readonly [option: string]: undefined }) => void;

/** Creates the paginator of one call. `send` requests one page; `check` checks its own options. */
export type Paginate = (
  operation: Operation,
  reader: PageReader,
  given: unknown,
  options: CallOptions,
  calls: { readonly send: ResponseMethod; readonly check?: CheckCall | undefined },
) => Paginator<unknown, unknown>;

/** The path of a value in an input. */
export interface Place {
  readonly id: string;
  readonly checks: ValueChecks | undefined;
  path: (string | number)[];
}

/** The checks of values in inputs that are neither texts nor numbers nor booleans. */
export interface ValueChecks {
  /** Checks an array or an object with all values that it contains. */
  parts(place: Place, value: object, rule: Constraint): void;
  /** Checks the property `body` of an input. */
  body(place: Place, input: Input, body: RequestBody): void;
}

/** Creates the page reader of an operation with one pagination style. */
export type PageStyle<Style extends Pagination["style"]> = (operation: Operation, names: Extract<Pagination, { style: Style }>, baseUrl: string) => PageReader;

/** The generated parts of a client: its operations, and functions that only some contracts need. */
export interface Contract {
  readonly operations: OperationTable;
  /** Checks arrays, objects and bodies in inputs. */
  readonly checks?: ValueChecks;
  /** Iterates over lists. */
  readonly paginate?: Paginate;
  /** The pagination styles of its lists. */
  readonly pages?: { readonly [Style in Pagination["style"]]?: PageStyle<Style> };
  /** Builds URLs with parameters. */
  readonly writeUrl?: (operation: Operation, input: Input, baseUrl: string) => string;
  /**
   * Writes parameters in headers and cookies, and the idempotency key, once for each call;
   * `headers` are the user's.
   */
  readonly writeHeaders?: (operation: Operation, input: Input, headers: HttpRequest["headers"]) => HttpRequest["headers"];
  /** Returns the body of a response of the type `bytes`. */
  readonly readBytes?: (context: ReadContext) => BinaryContent;
  /** Reads streams, several success responses, redirects as responses, or documented headers. */
  readonly readAnswer?: ResponseReader;
  /** Returns the method of an operation with `x-poll`, which polls until the result is there. */
  readonly poll?: PollMethod;
  /** Where error bodies have their texts (`x-error`), in addition to RFC 9457 and RFC 6749. */
  readonly errorTexts?: ErrorTexts;
  /** Returns the field errors of an error body (`x-error`), by field. */
  readonly readFieldErrors?: (body: unknown) => unknown;
  /** Masks the secrets in a response's value when it is printed. */
  readonly maskSecrets?: (value: unknown, tree: ValueTree | undefined) => void;
  /** Reads the 64-bit integers of a response as decimal strings, without loss. */
  readonly readInt64?: (value: unknown, text: string, tree: ValueTree | undefined) => unknown;
  /** Write bodies other than JSON, by format. */
  readonly bodies?: { readonly [Format in BodyFormat]?: WriteBody };
  /** Checks and signs calls with the security scheme `basic`. */
  readonly basicCredentials?: BasicCredentials;
  /** Checks the URL of an operation from a response, and returns it as an absolute URL. */
  readonly pinAddress?: (operation: Operation, address: unknown, baseUrl: string) => string;
  /** Signs calls with other credentials than the token of the option `token`. */
  readonly credentials?: Credentials;
  /** Where the credentials are in the options, such as `servers.uploads.`; absent for the top. */
  readonly optionsAt?: string;
  /** All credentials of the contract; absent if those of `operations` are all. */
  readonly allCredentials?: readonly Credential[];
}

/** Places in an error body, each as the names that lead to it. The first one with a text counts. */
export interface ErrorTexts {
  readonly message?: readonly (readonly string[])[];
  readonly code?: readonly (readonly string[])[];
  readonly traceId?: readonly (readonly string[])[];
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

/** A response whose body has not been read, and what its readers need. */
export interface ReadContext {
  readonly response: UnreadResponse;
  readonly body: BodyReader;
  readonly call: CallState;
  readonly attempt: Attempt;
  /** The largest response, and the largest item of a stream, in bytes. */
  readonly maxBytes: number;
  readonly parseJson: ((text: string) => unknown) | undefined;
  /** The URL of the request. */
  readonly url: string;
}

/** Returns the items of a response as they arrive; `undefined` if its media type is another one. */
export type StreamReader = (context: ReadContext, success: Success) => AsyncIterable<unknown> | undefined;

/** The option `readJson` of packages of this repository, which may read a body as it arrives. */
export interface ReadJson {
  (bytes: Uint8Array): unknown;
  /** Returns `undefined` if the media type is another one. */
  readonly stream?: (context: ReadContext, success: Success) => Promise<unknown> | undefined;
}

/** Reads a response whose body has not been read. */
export type ResponseReader = (context: ReadContext) => Promise<HttpResponse>;

/** Calls an operation and returns its response. */
export type ResponseMethod = (input: unknown, own?: CallOptions) => Promise<HttpResponse>;

/**
 * Returns the method of an operation with `x-poll`; `undefined` for any other operation.
 *
 * @param bind Returns the call of another operation, with its input and then its options, even if
 * it has no input.
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

/** Checks and signs calls whose input has a user name and its password (RFC 7617). */
export interface BasicCredentials {
  /** @throws ArgumentError if the user name or the password cannot be sent. */
  check(operation: Operation, input: Input): void;
  /** Returns the value of the `Authorization` header. */
  sign(operation: Operation, input: Input): string;
}

/** The retry options of a call, with defaults applied. */
export interface RetryPolicy {
  readonly maxRetries: number;
  readonly maxDelayMs: number;
  readonly statuses: readonly number[];
  readonly repeatWrites: boolean;
}

/** A running attempt: its deadline also applies to a body that is read later. */
export interface Attempt extends Cancellation {
  /** Throws the reason if the attempt has ended. */
  throwIfEnded(): void;
  /** Restarts the deadline, for streams, which have one for each chunk. `undefined` removes it. */
  expectWithin(limitMs: number | undefined): void;
  /** Keeps the attempt until you call the returned function; the caller's signal can end it. */
  keep(): () => void;
}

/** Reports the events of one call. */
export interface Observation {
  readonly call: ObservedCall;
  readonly emit: (event: ClientEvent) => void;
  /** Reports the wait for a token. Returns the token. */
  token(renewal: boolean, token: Promise<string>): Promise<string>;
}

/** What the stages of a call read. Middleware sees only {@link Call}. */
export interface CallInput extends Call {
  readonly contract: Contract;
  readonly input: Input;
  readonly readJson: ReadJson | undefined;
  readonly retry: RetryPolicy;
  /** The time limit of each attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** The time limit of the whole call, in milliseconds. */
  readonly totalTimeoutMs: number;
  readonly clock: Clock;
}

/** What the stages of a call write, and the stages around them read. */
export interface Progress {
  /** The deadline of the whole call, on the client's clock. Streams set it when they reconnect. */
  endsAt: number;
  /** exchange: the number of attempts so far, including the attempt after a rejected token. */
  attempts: number;
  /**
   * retry: the attempts that `maxRetries` limits, without the one after a rejected token. Streams
   * set it to 1 at each event.
   */
  tries: number;
  /** retry: whether the service may have acted on an earlier attempt. */
  mayHaveActed?: boolean;
  /** retry: why the call was not retried. */
  stopReason: StopReason | undefined;
  /**
   * retry: continues after a failure of bytes that were read after their response, as after any
   * failed attempt. observe: reports it as a call of its own.
   *
   * @param headers More headers than those of the request.
   */
  resume: (failure: unknown, headers?: HttpRequest["headers"]) => Promise<HttpResponse>;
  /** sign: the credential of the last attempt, to redact it in messages. */
  credential: string | undefined;
  /** sign: the API keys, user name and password of the last attempt, to redact them in messages. */
  keys?: readonly string[];
  /** observe: reports this call to `onEvent`; `undefined` if there is no listener. */
  observation: Observation | undefined;
  /** exchange: the version of HTTP of the last response, if the transport knows it. */
  httpVersion?: string | undefined;
}

/** One call. A function that takes {@link CallInput} alone changes nothing. */
export interface CallState extends CallInput, Progress {}

/** A stage of the pipeline: passes a request on and returns its response. */
export type Stage = (request: HttpRequest, call: CallState) => Promise<HttpResponse>;
