// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { CallOptions, ClientOptions, Paginator, HttpResponse } from "@keywright/core";
import type { ErrorGuard } from "@keywright/core/client";
import { createClient, isErrorOf } from "@keywright/core/client";
import { cursorBodyPages } from "@keywright/core/parts";
import { operations } from "./operations.ts";
import type * as schema from "./schema.ts";

/** Kind of user. Sent for MSP accounts only. */
export type ActorType = schema.ActorType;

/** Action of an audit event, as a short code. */
export type AuditAction = schema.AuditAction;

/** A page of audit events and the position after it. */
export interface AuditEventPage extends schema.AuditEventPage {}

/** An action that a user performed in the account. */
export interface AuditEvent extends schema.AuditEvent {}

/** Kind of object of an audit event, as a short code. */
export type AuditObjectType = schema.AuditObjectType;

/** Body of an error response: `status` and `message`, or `Error` on older servers. Every property may be absent. */
export interface ErrorResponse extends schema.ErrorResponse {}

/** The app that caused the event, and the platform and operating system that it ran on. */
export interface EventClient extends schema.EventClient {}

/** Location of the client at the time of the event, derived from its IP address. */
export interface EventLocation extends schema.EventLocation {}

/** The sign-in session that an action belongs to. */
export interface EventSession extends schema.EventSession {}

/**
 * The position to read from: either `cursor` to continue after an earlier response, or the other properties to start at a time. An empty object reads the last
 * hour, 100 events a page. Next to a `cursor`, servers ignore the others.
 */
export type EventsRequest = schema.EventsRequest;

/** A feature that a token may use. Each event operation requires the feature of its stream. */
export type Feature = schema.Feature;

/**
 * The features of a token, its integration and the time at which it was issued. Request it before the first poll to check that the token has the feature you
 * need.
 */
export interface Introspection extends schema.Introspection {}

/** How an item was used. The list of known values is incomplete. */
export type ItemUsageAction = schema.ItemUsageAction;

/** A page of item usages and the position after it. */
export interface ItemUsagePage extends schema.ItemUsagePage {}

/** A change, read or other use of an item in a shared vault. */
export interface ItemUsage extends schema.ItemUsage {}

/** The inner object of an error from an older server. */
export interface LegacyError extends schema.LegacyError {}

/** A page of sign-in attempts and the position after it. */
export interface SignInAttemptPage extends schema.SignInAttemptPage {}

/** An attempt to sign in and, if it failed, the cause. */
export interface SignInAttempt extends schema.SignInAttempt {}

/** Result of an attempt to sign in, as a broad category. */
export type SignInCategory = schema.SignInCategory;

/** Details of an attempt to sign in. */
export interface SignInDetails extends schema.SignInDetails {}

/** Exact result of an attempt to sign in. */
export type SignInType = schema.SignInType;

/** The name and email address of a user whose id the event contains. */
export interface UserDetails extends schema.UserDetails {}

/** A user. In accounts of managed service providers (MSP) also the kind of user and the account that the user belongs to. */
export interface EventUser extends schema.EventUser {}

/** The operations of the events service, as methods with the name of their `operationId`. */
export interface EventsOperations {
  /**
   * Returns the features of the token, its integration and the time at which it was issued.
   *
   * Accepts any valid token, whatever its features. An event operation responds with 401 if its feature is not in the list. The request has no body and no
   * parameters.
   *
   * Requires a token. Retried automatically.
   *
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The token is valid.
   * @throws ApiError 400, 401, 429, 500.
   * @example
   * ```ts
   * const result = await events.introspect();
   * ```
   *
   * @see specs/events `introspect`
   */
  introspect(call?: CallOptions): Promise<Introspection>;

  /**
   * Returns audit events page by page, from a start time or a cursor.
   *
   * Returns what users did in the account. The body has either `limit`, `start_time` and `end_time` to start at a time (by default the last hour,
   * 100 events a page), or the `cursor` of the previous response to continue, never both.
   *
   * With `has_more: false` there are no more events at the moment: store the cursor and poll with it later. A page can be empty although there is more.
   * The order of the events is not specified.
   *
   * Requires a token with `auditevents`. Retried automatically.
   *
   * @param start The position to read from: either `cursor` to continue after an earlier response, or the other properties to start at a time. An empty object
   * reads the last hour, 100 events a page. Next to a `cursor`, servers ignore the others. Default: `{}`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of audit events.
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
   * Returns item usages page by page, from a start time or a cursor.
   *
   * Returns which items in shared vaults were changed, opened or used. Other vaults are not included. The body has either `limit`, `start_time` and
   * `end_time` to start at a time (by default the last hour, 100 events a page), or the `cursor` of the previous response to continue, never both.
   *
   * With `has_more: false` there are no more events at the moment: store the cursor and poll with it later. A page can be empty although there is more.
   * The order of the events is not specified.
   *
   * Requires a token with `itemusages`. Retried automatically.
   *
   * @param start The position to read from: either `cursor` to continue after an earlier response, or the other properties to start at a time. An empty object
   * reads the last hour, 100 events a page. Next to a `cursor`, servers ignore the others. Default: `{}`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of item usages.
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
   * Returns sign-in attempts page by page, from a start time or a cursor.
   *
   * Returns who tried to sign in, when and from where, and the cause if the attempt failed. The body has either `limit`, `start_time` and `end_time` to
   * start at a time (by default the last hour, 100 events a page), or the `cursor` of the previous response to continue, never both.
   *
   * With `has_more: false` there are no more events at the moment: store the cursor and poll with it later. A page can be empty although there is more.
   * The order of the events is not specified.
   *
   * Requires a token with `signinattempts`. Retried automatically.
   *
   * @param start The position to read from: either `cursor` to continue after an earlier response, or the other properties to start at a time. An empty object
   * reads the last hour, 100 events a page. Next to a `cursor`, servers ignore the others. Default: `{}`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of sign-in attempts.
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

/** The same methods; they also return status and headers of a successful response, and throw the same errors. A paginated operation returns one page. */
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

/** JSON error bodies by operation and status. */
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
 * Returns whether an error is the response of an operation with a status, and narrows its body to the type in {@link EventsErrors}. Checks that the body is
 * JSON, but not its content.
 */
export const isEventsError = isErrorOf as ErrorGuard<EventsErrors>;

/** A client for the events service, with a method for each operation. It keeps no connection; create one client for each token. */
export interface EventsClient extends EventsOperations {
  /** The same methods; they also return status and headers of the response. */
  readonly raw: EventsRawOperations;
}

/**
 * Returns a client for the events service. It sends no request until a method is called.
 *
 * @param options `baseUrl` is required. Operations that require a token need `token`.
 * @throws ConfigurationError for an invalid option, such as a `baseUrl` with a query.
 * @example
 * ```ts
 * const events = createEventsClient({ baseUrl: "https://events.example.com", token: process.env.KEYWRIGHT_EVENTS_TOKEN });
 * const result = await events.introspect();
 * ```
 */
export function createEventsClient(options: ClientOptions): EventsClient {
  return createClient<EventsOperations, EventsRawOperations>(
    { operations, pages: { "cursor-body": cursorBodyPages }, errorTexts: { message: [["message"], ["Error", "Message"]] } },
    options,
  );
}
