import type { Clock } from "../time/clock.ts";
import type { Contract } from "../contract/contract.ts";
import type { AnyReply } from "../http/http.ts";
import type { Issue } from "../values/issues.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import type { Random } from "../values/random.ts";
import type { Unauthenticated } from "./tokens.ts";

/** The value of a body: an array for a sequence of values; bytes for unknown media types. */
type Value<Type, T> = Type extends
  | "text/event-stream"
  | `${string}ndjson${string}`
  | `${string}jsonl${string}`
  | `${string}json-lines${string}`
  | `${string}json-seq${string}`
  ? readonly T[]
  : Type extends `${string}/json${string}` | `${string}+json${string}` | `text/${string}` | `${string}xml${string}` | "application/x-www-form-urlencoded"
    ? T
    : Type extends "multipart/form-data"
      ? { [Name in keyof T]: Part<T[Name]> }
      : Uint8Array;
/** A part of a multipart body. The schema of a file has the type string. */
type Part<T> = T extends string ? string | Uint8Array : T extends readonly (infer Element)[] ? readonly Part<Element>[] : T;
type Content<T> = T extends { content: infer C } ? { [Type in keyof C]: Value<Type, C[Type]> }[keyof C] : undefined;
/** A range of statuses, such as `4XX` or `default`, allows any number. */
type StatusOf<Key> = Key extends number ? Key : number;
type Parameters<Operation, In extends string> = Operation extends { parameters: infer P } ? (In extends keyof P ? NonNullable<P[In]> : never) : never;

/** The input of a handler, checked and typed by the contract. */
export interface Input<Operation> {
  readonly path: Parameters<Operation, "path">;
  readonly query: Parameters<Operation, "query">;
  readonly header: Parameters<Operation, "header">;
  readonly cookie: Parameters<Operation, "cookie">;
  readonly body: Operation extends { requestBody: infer B } ? Content<B> : undefined;
}

type ReplyOf<Status, Response> =
  Content<Response> extends undefined
    ? { readonly status: StatusOf<Status>; readonly body?: undefined } & ReplyFacts
    : { readonly status: StatusOf<Status>; readonly body: Content<Response> } & ReplyFacts;
type ReplyFacts = Pick<AnyReply, "headers" | "isExample">;

/** A reply of a handler: only statuses and bodies that the contract has for the operation. */
export type Reply<Operation> = Operation extends { responses: infer R } ? { [Status in keyof R]: ReplyOf<Status, R[Status]> }[keyof R] : never;

/** A handler for each operation of the contract. A missing or an unknown one does not compile. */
export type Handlers<Operations, Store, A extends Actor = Actor> = {
  readonly [Id in keyof Operations]: (input: Input<Operations[Id]>, context: Context<Store, A>) => Reply<Operations[Id]> | Promise<Reply<Operations[Id]>>;
};

/** The caller. Services add properties of their tokens. */
export interface Actor {
  readonly id: string;
  readonly scopes: readonly string[];
}

/** The second argument of a handler. */
export interface Context<Store, A extends Actor = Actor> {
  readonly store: Store;
  /** The service's `anonymous` if the operation needs no credentials. */
  readonly actor: A;
  readonly now: () => Date;
  readonly random: Random;
  readonly request: RequestFacts;
  readonly operation: OperationSpec;
  readonly contract: Contract;
}

/** A route outside the contract, whose address is in a response, such as the consent page. */
export interface ExtraRoute<Store, A extends Actor = Actor> {
  /** Its name for faults, as the id of an operation. */
  readonly id: string;
  readonly method: "GET" | "POST";
  /** A path template, such as `/signals/{signalId}`. */
  readonly path: string;
  /** Scopes that the bearer token needs; absent if no token is needed. */
  readonly scopes?: readonly string[];
  handle(input: ExtraInput, context: Context<Store, A>): AnyReply | Promise<AnyReply>;
}

/** The unchecked input of the handler of such a route. */
export interface ExtraInput {
  /** Not decoded. */
  readonly path: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** As text; invalid UTF-8 is replaced. */
  readonly body: string;
}

/** Facts about a request in addition to its input. */
export interface RequestFacts {
  readonly method: string;
  /** Scheme and authority, for addresses in responses: `https://management.example.com`. */
  readonly origin: string;
  /** As sent, not decoded. */
  readonly path: string;
  readonly query: string;
  /** The path's parameters as sent, not decoded or checked. */
  readonly pathParameters: { readonly [name: string]: string };
  readonly userAgent: string | undefined;
  readonly ip: string;
}

/** The error responses of a service. `operation` is `undefined` if no route matches. */
export interface ErrorResponses {
  notFound(request: RequestFacts): AnyReply;
  methodNotAllowed(allow: readonly string[], request: RequestFacts): AnyReply;
  unauthenticated(reason: Unauthenticated, operation: OperationSpec): AnyReply;
  forbidden(missing: readonly string[], operation: OperationSpec): AnyReply;
  invalid(issues: readonly Issue[], operation: OperationSpec): AnyReply;
  tooLarge(limitBytes: number, operation: OperationSpec): AnyReply;
  unsupportedMediaType(expected: readonly string[], operation: OperationSpec): AnyReply;
  /** A defect of the emulator; `issues` are the problems. */
  failed(issues: readonly string[], operation: OperationSpec | undefined): AnyReply;
  /** The response of the fault `expired-cursor`. Required if an operation has cursors. */
  expiredCursor?(operation: OperationSpec): AnyReply;
}

/** A state that can be read and replaced as plain data, which JSON can store. */
export interface Snapshots<Seed> {
  snapshot(): Seed;
  restore(seed: Seed): void;
}

/** Time and randomness for a store and a seed. */
export interface Tools {
  readonly clock: Clock;
  readonly random: Random;
}

/** A request and its response. */
export interface Exchange<A extends Actor = Actor> {
  readonly operation: OperationSpec;
  readonly request: RequestFacts;
  /** `undefined` if the request was not authenticated. */
  readonly actor: A | undefined;
  readonly reply: AnyReply;
  /** When the response was ready, by the emulator's clock. */
  readonly endedAt: Date;
  /** Whether a fault replaced or changed the response. */
  readonly faulted: boolean;
}

/** The parts of a service, for {@link createEmulator}. */
export interface Service<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor = Actor> {
  readonly name: string;
  readonly contract: Contract;
  readonly handlers: Handlers<Operations, Store, A>;
  readonly errorResponses: ErrorResponses;
  /** The caller of operations that need no credentials. */
  readonly anonymous: A;
  /**
   * Returns the caller, or why there is none. Only called for operations that need credentials.
   *
   * @param header Returns a header by its name in lower case.
   */
  authenticate(
    header: (name: string) => string | undefined,
    context: { readonly store: Store; readonly now: Date; readonly operation: OperationSpec; readonly query: string },
  ): A | Unauthenticated;
  createStore(seed: Seed, tools: Tools): Store;
  /** Checks the state of a snapshot. @throws TypeError if it is incomplete. */
  checkState?(state: unknown): void;
  /** Called after every request to a known route, including rejected ones. */
  record?(exchange: Exchange<A>, context: { readonly store: Store; readonly random: Random }): void;
  /** Routes outside the contract. */
  readonly extraRoutes?: readonly ExtraRoute<Store, A>[];
  /** Whether a slash at the end of a path is accepted. */
  readonly trailingSlash?: boolean;
}
