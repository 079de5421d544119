import type { Clock } from "./clock.ts";
import type { Contract } from "./contract.ts";
import type { AnyReply } from "./http.ts";
import type { Issue } from "./issues.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { Random } from "./random.ts";
import type { Unauthenticated } from "./tokens.ts";

/** The value of a body: rows of values are lists, and what is neither JSON nor a form nor text is bytes. */
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
/** A part of a multipart body; the schema of a file is one of text. */
type Part<T> = T extends string ? string | Uint8Array : T extends readonly (infer Element)[] ? readonly Part<Element>[] : T;
type Content<T> = T extends { content: infer C } ? { [Type in keyof C]: Value<Type, C[Type]> }[keyof C] : undefined;
/** A range of statuses, such as `4XX` or `default`, stands for any of them. */
type StatusOf<Key> = Key extends number ? Key : number;
type Parameters<Operation, In extends string> = Operation extends { parameters: infer P } ? (In extends keyof P ? NonNullable<P[In]> : never) : never;

/** What a handler gets: routed, authenticated and checked already, typed by the contract. */
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

/** What it may answer: only statuses and bodies that the contract lists for that operation. */
export type Reply<Operation> = Operation extends { responses: infer R } ? { [Status in keyof R]: ReplyOf<Status, R[Status]> }[keyof R] : never;

/** Total over the contract's operations: a missing handler and an invented one are both compile errors. */
export type Handlers<Operations, Store, A extends Actor = Actor> = {
  readonly [Id in keyof Operations]: (input: Input<Operations[Id]>, context: Context<Store, A>) => Reply<Operations[Id]> | Promise<Reply<Operations[Id]>>;
};

/** Who asks. A service adds what its tokens carry besides. */
export interface Actor {
  readonly id: string;
  readonly scopes: readonly string[];
}

/** What a handler knows beside its input. */
export interface Context<Store, A extends Actor = Actor> {
  readonly store: Store;
  /** The service's `anonymous` where the contract asks for no credentials. */
  readonly actor: A;
  readonly now: () => Date;
  readonly random: Random;
  readonly request: RequestFacts;
  readonly operation: OperationSpec;
  readonly contract: Contract;
}

/**
 * A route that the contract does not have, and that clients know only as an address which the emulator gave out: the `href` of a waiting action, the consent page.
 */
export interface Extra<Store, A extends Actor = Actor> {
  /** Named like an operation; faults are injected by it. */
  readonly id: string;
  readonly method: "GET" | "POST";
  /** A path template, such as `/signals/{signalId}`. */
  readonly path: string;
  /** Scopes of the bearer token that is asked for; absent where none is. */
  readonly scopes?: readonly string[];
  handle(input: ExtraInput, context: Context<Store, A>): AnyReply | Promise<AnyReply>;
}

/** What the handler of such a route gets; nothing in it was checked. */
export interface ExtraInput {
  /** Not decoded. */
  readonly path: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** Bytes that are not UTF-8 are replaced. */
  readonly body: string;
}

/** What a request tells besides its input. */
export interface RequestFacts {
  readonly method: string;
  /** Scheme and authority, to make addresses with: `https://management.example.com`. */
  readonly origin: string;
  /** As sent, not decoded. */
  readonly path: string;
  readonly query: string;
  /** The path's parameters as sent, not decoded and not checked. */
  readonly pathParameters: { readonly [name: string]: string };
  readonly userAgent: string | undefined;
  readonly ip: string;
}

/** How a service says no: stages never write bodies. `operation` is `undefined` where no route was found. */
export interface Refusals {
  notFound(request: RequestFacts): AnyReply;
  methodNotAllowed(allow: readonly string[], request: RequestFacts): AnyReply;
  unauthenticated(reason: Unauthenticated, operation: OperationSpec): AnyReply;
  forbidden(missing: readonly string[], operation: OperationSpec): AnyReply;
  invalid(issues: readonly Issue[], operation: OperationSpec): AnyReply;
  tooLarge(limitBytes: number, operation: OperationSpec): AnyReply;
  unsupportedMediaType(expected: readonly string[], operation: OperationSpec): AnyReply;
  /** A defect of the emulator; `issues` name what broke. */
  failed(issues: readonly string[], operation: OperationSpec | undefined): AnyReply;
  /** A position that is not valid any more, for the fault `expired-cursor`; needed where an operation has cursors. */
  expiredCursor?(operation: OperationSpec): AnyReply;
}

/** A state as plain data, which JSON keeps whole. What it holds is not changed in place. */
export interface Snapshots<Seed> {
  snapshot(): Seed;
  restore(seed: Seed): void;
}

/** What a store and a seed are made with. */
export interface Tools {
  readonly clock: Clock;
  readonly random: Random;
}

/** One exchange, after it was answered. */
export interface Exchange<A extends Actor = Actor> {
  readonly operation: OperationSpec;
  readonly request: RequestFacts;
  /** `undefined` where the request was refused before anybody was recognised. */
  readonly actor: A | undefined;
  readonly reply: AnyReply;
  readonly at: Date;
  /** Whether an injected fault answered, or spoiled the answer. */
  readonly faulted: boolean;
}

/** Everything that makes a service, for {@link createEmulator}. */
export interface Service<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor = Actor> {
  readonly name: string;
  readonly contract: Contract;
  readonly handlers: Handlers<Operations, Store, A>;
  readonly refusals: Refusals;
  /** Who asks where the contract asks for no credentials. */
  readonly anonymous: A;
  /**
   * Recognises who asks; called only where the contract asks for credentials.
   *
   * @param header Gives a request's header by its name in lower case.
   */
  authenticate(
    header: (name: string) => string | undefined,
    context: { readonly store: Store; readonly now: Date; readonly operation: OperationSpec; readonly query: string },
  ): A | Unauthenticated;
  createStore(seed: Seed, tools: Tools): Store;
  /** Refuses the state of a snapshot that is not whole. @throws TypeError */
  checkState?(state: unknown): void;
  /** Sees every exchange of a known route, refused ones too, after it is answered. */
  record?(exchange: Exchange<A>, context: { readonly store: Store; readonly random: Random }): void;
  /** Routes that the contract does not have. */
  readonly extras?: readonly Extra<Store, A>[];
  /** Whether a slash at the end of a path is accepted. */
  readonly trailingSlash?: boolean;
}
