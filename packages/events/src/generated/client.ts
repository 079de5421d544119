// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { CallOptions, ClientOptions, Paginator, HttpResponse } from "@keywright/core";
import type { ErrorGuard } from "@keywright/core/client";
import { createClient, cursorBodyPages, isErrorOf } from "@keywright/core/client";
import { operations } from "./operations.ts";
import type * as schema from "./schema.ts";

/** Kind of user. Sent for MSP accounts only. */
export type ActorType = schema.ActorType;

/** The action of an audit event, in the service's short words. */
export type AuditAction = schema.AuditAction;

/** A page of audit events and the position after it. */
export interface AuditEventPage extends schema.AuditEventPage {}

/** An action that somebody performed in the account. */
export interface AuditEvent extends schema.AuditEvent {}

/** The kind of object that an audit event is about, in the service's short words. */
export type AuditObjectType = schema.AuditObjectType;

/**
 * What a refusal says. The form is not documented; from public material, servers send `status` and `message`, and an older form with `Error` is seen as well.
 * Either may come, so no member is certain.
 */
export interface ErrorResponse extends schema.ErrorResponse {}

/** The program, and what it ran on, that the event came from. */
export interface EventClient extends schema.EventClient {}

/** Where the client's IP address was placed on the map when the event happened. */
export interface EventLocation extends schema.EventLocation {}

/** The sign-in session that an action belongs to. */
export interface EventSession extends schema.EventSession {}

/**
 * Where to read from: `cursor` goes on from an earlier answer, the other members open a position by time, and the two cannot be mixed. An empty object reads
 * the last hour, 100 events a page. Members beyond these are not documented.
 */
export type EventsRequest = schema.EventsRequest;

/** A feature area that a token can be allowed to use. Each of the three event operations needs the one of its own stream. */
export type Feature = schema.Feature;

/** What a token is and what it may read. Ask for it before the first poll to see whether the feature is there. */
export interface Introspection extends schema.Introspection {}

/** How an item was used. The list is known to be incomplete. `share` is from public material; the others are documented. */
export type ItemUsageAction = schema.ItemUsageAction;

/** A page of item usages and the position after it. */
export interface ItemUsagePage extends schema.ItemUsagePage {}

/** A use, change or reading of an item in a shared vault. */
export interface ItemUsage extends schema.ItemUsage {}

/** The inner object of the older error form. From public material. */
export interface LegacyError extends schema.LegacyError {}

/** A page of sign-in attempts and the position after it. */
export interface SignInAttemptPage extends schema.SignInAttemptPage {}

/**
 * An attempt to sign in and, if it failed, why. What the event tells is documented; the names of its members, but for `uuid` and `timestamp`, are from public
 * material.
 */
export interface SignInAttempt extends schema.SignInAttempt {}

/** How an attempt to sign in ended, in broad terms. The values are from public material. */
export type SignInCategory = schema.SignInCategory;

/** Further details of an attempt to sign in. From public material. */
export interface SignInDetails extends schema.SignInDetails {}

/** How an attempt to sign in ended, exactly. The values are from public material. */
export type SignInType = schema.SignInType;

/** Who a user id in the event stands for. */
export interface UserDetails extends schema.UserDetails {}

/** A user with, for accounts of managed service providers (MSP), where the user comes from. */
export interface EventUser extends schema.EventUser {}

/** The operations of the events service: a method each, named by its `operationId`. */
export interface EventsOperations {
  /**
   * Tells what a token is and which features it may use.
   *
   * Any valid token may ask, whatever its features. The answer names the reporting integration, when the token was issued and the features:
   * an event operation whose feature is not among them answers 401. The request has no body, no parameters and no content type.
   *
   * Needs a token. Safe to repeat.
   *
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The token is valid.
   * @throws ApiError 400, 401, 429, 500.
   * @example
   * ```ts
   * const answer = await events.introspect();
   * ```
   *
   * @see specs/events `introspect`
   */
  introspect(call?: CallOptions): Promise<Introspection>;

  /**
   * Reads audit events page by page, from a time or from a cursor.
   *
   * Audit events tell what team members did in the account. The body opens a position by time (`limit`, `start_time`, `end_time`; without them
   * the last hour, 100 events a page) or goes on from the `cursor` of the last answer, never both.
   * A page that says `has_more: false` ends the list for the moment: keep its cursor and poll later with that same cursor for what has happened since.
   * A page may be empty though there is more. The order of the events is not documented.
   *
   * Needs a token with `auditevents`. Safe to repeat.
   *
   * @param start Where to read from: `cursor` goes on from an earlier answer, the other members open a position by time, and the two cannot be mixed. An empty
   * object reads the last hour, 100 events a page. Members beyond these are not documented. Default: `{}`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position to resume at. Each page: A page of audit events.
   * @throws ApiError 400, 401, 413, 415, 429, 500.
   * @example
   * ```ts
   * for await (const entry of events.listAuditEvents({ limit: 100, start_time: "2026-03-02T08:00:00Z" })) console.log(entry);
   * ```
   *
   * @see specs/events `listAuditEvents`
   */
  listAuditEvents(start?: EventsRequest, call?: CallOptions): Paginator<AuditEvent, string>;

  /**
   * Reads item usages page by page, from a time or from a cursor.
   *
   * Item usages tell which items in shared vaults were changed, opened or used; other vaults do not appear. The body opens a position by time
   * (`limit`, `start_time`, `end_time`; without them the last hour, 100 events a page) or goes on from the `cursor` of the last answer, never both.
   * A page that says `has_more: false` ends the list for the moment: keep its cursor and poll later with that same cursor for what has happened since.
   * A page may be empty though there is more. The order of the events is not documented.
   *
   * Needs a token with `itemusages`. Safe to repeat.
   *
   * @param start Where to read from: `cursor` goes on from an earlier answer, the other members open a position by time, and the two cannot be mixed. An empty
   * object reads the last hour, 100 events a page. Members beyond these are not documented. Default: `{}`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position to resume at. Each page: A page of item usages.
   * @throws ApiError 400, 401, 413, 415, 429, 500.
   * @example
   * ```ts
   * for await (const entry of events.listItemUsages({ limit: 100, start_time: "2026-03-02T08:00:00Z" })) console.log(entry);
   * ```
   *
   * @see specs/events `listItemUsages`
   */
  listItemUsages(start?: EventsRequest, call?: CallOptions): Paginator<ItemUsage, string>;

  /**
   * Reads sign-in attempts page by page, from a time or from a cursor.
   *
   * Sign-in attempts tell who tried to sign in, from where and when, and why it failed if it did. The body opens a position by time
   * (`limit`, `start_time`, `end_time`; without them the last hour, 100 events a page) or goes on from the `cursor` of the last answer, never both.
   * A page that says `has_more: false` ends the list for the moment: keep its cursor and poll later with that same cursor for what has happened since.
   * A page may be empty though there is more. The order of the events is not documented.
   *
   * Needs a token with `signinattempts`. Safe to repeat.
   *
   * @param start Where to read from: `cursor` goes on from an earlier answer, the other members open a position by time, and the two cannot be mixed. An empty
   * object reads the last hour, 100 events a page. Members beyond these are not documented. Default: `{}`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position to resume at. Each page: A page of sign-in attempts.
   * @throws ApiError 400, 401, 413, 415, 429, 500.
   * @example
   * ```ts
   * for await (const entry of events.listSignInAttempts({ limit: 100, start_time: "2026-03-02T07:00:00Z" })) console.log(entry);
   * ```
   *
   * @see specs/events `listSignInAttempts`
   */
  listSignInAttempts(start?: EventsRequest, call?: CallOptions): Paginator<SignInAttempt, string>;
}

/** The same calls with status and headers of a successful answer; what fails is thrown just so. A paginated operation gives one page. */
export interface EventsRawOperations {
  /** {@link EventsOperations.introspect} with status and headers. */
  introspect(call?: CallOptions): Promise<HttpResponse<Introspection>>;

  /** {@link EventsOperations.listAuditEvents} with status and headers. */
  listAuditEvents(start?: EventsRequest, call?: CallOptions): Promise<HttpResponse<AuditEventPage>>;

  /** {@link EventsOperations.listItemUsages} with status and headers. */
  listItemUsages(start?: EventsRequest, call?: CallOptions): Promise<HttpResponse<ItemUsagePage>>;

  /** {@link EventsOperations.listSignInAttempts} with status and headers. */
  listSignInAttempts(start?: EventsRequest, call?: CallOptions): Promise<HttpResponse<SignInAttemptPage>>;
}

/** The bodies of errors in JSON, by operation and status. */
export interface EventsErrors {
  readonly introspect: { readonly 400: ErrorResponse; readonly 401: ErrorResponse; readonly 429: ErrorResponse; readonly 500: ErrorResponse };
  readonly listAuditEvents: {
    readonly 400: ErrorResponse;
    readonly 401: ErrorResponse;
    readonly 413: ErrorResponse;
    readonly 415: ErrorResponse;
    readonly 429: ErrorResponse;
    readonly 500: ErrorResponse;
  };
  readonly listItemUsages: {
    readonly 400: ErrorResponse;
    readonly 401: ErrorResponse;
    readonly 413: ErrorResponse;
    readonly 415: ErrorResponse;
    readonly 429: ErrorResponse;
    readonly 500: ErrorResponse;
  };
  readonly listSignInAttempts: {
    readonly 400: ErrorResponse;
    readonly 401: ErrorResponse;
    readonly 413: ErrorResponse;
    readonly 415: ErrorResponse;
    readonly 429: ErrorResponse;
    readonly 500: ErrorResponse;
  };
}

/**
 * Whether an error is the answer of an operation with a status, so that its body has the type of {@link EventsErrors}. The body itself is not checked, only
 * that it is JSON and not text.
 */
export const isEventsError = isErrorOf as ErrorGuard<EventsErrors>;

/** Client of the events service: a method for each operation of its contract. It holds no connection; create one client for each token. */
export interface EventsClient extends EventsOperations {
  /** The same methods, with status and headers of the response. */
  readonly raw: EventsRawOperations;
}

/**
 * Creates a client of the events service. Nothing is sent before a method is called.
 *
 * @param options `baseUrl` is required. `token` is required by every operation that needs a token.
 * @throws ConfigurationError if an option cannot work, such as a `baseUrl` with a query.
 * @example
 * ```ts
 * const events = createEventsClient({ baseUrl: "https://events.example.com", token: process.env.KEYWRIGHT_EVENTS_TOKEN });
 * const answer = await events.introspect();
 * ```
 */
export function createEventsClient(options: ClientOptions): EventsClient {
  return createClient<EventsOperations, EventsRawOperations>({ operations, pages: { "cursor-body": cursorBodyPages } }, options);
}
