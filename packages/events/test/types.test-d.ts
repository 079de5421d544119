// What must compile and what must not. Nothing here runs: `tsc` reads it, and an `@ts-expect-error` without an error below it is one.

import { expectTypeOf } from "vitest";
import {
  type ApiError,
  type AuditAction,
  type AuditEvent,
  type AuditEventPage,
  type AuditObjectType,
  type CallOptions,
  createEventsClient,
  eventMatches,
  type EventsClient,
  type EventsRequest,
  type Feature,
  type Introspection,
  isApiError,
  type ItemUsage,
  type ItemUsageAction,
  type ItemUsagePage,
  matchAction,
  type Page,
  type Paginator,
  type HttpResponse,
  requireFeatures,
  type SignInAttempt,
  type SignInAttemptPage,
  type SignInCategory,
  type SignInDetails,
  type SignInType,
} from "../src/index.ts";
import type { AUDIT_ACTION_VALUES } from "../src/generated/values.ts";

declare const events: EventsClient;

/** Stands for the first argument of each list, so that an expected error has one short line. */
declare function start(at: EventsRequest): void;

/** The client takes its base address and a token. */
export function theClient(): void {
  createEventsClient({ baseUrl: "https://events.example.com", token: "token-1" });
  // @ts-expect-error a client needs its base address
  createEventsClient({ token: "token-1" });
}

/** introspect: the call options are its first argument. */
export function introspection(): void {
  expectTypeOf(events.introspect).parameters.toEqualTypeOf<Parameters<(call?: CallOptions) => void>>();
  expectTypeOf(events.introspect).returns.toEqualTypeOf<Promise<Introspection>>();
  expectTypeOf(events.raw.introspect).parameters.toEqualTypeOf<Parameters<(call?: CallOptions) => void>>();
  expectTypeOf(events.raw.introspect).returns.toEqualTypeOf<Promise<HttpResponse<Introspection>>>();
  expectTypeOf<Introspection["account_uuid"]>().toEqualTypeOf<string | undefined>();

  void events.introspect({ signal: AbortSignal.timeout(1000), headers: { "x-request-id": "q-1" } });
  // @ts-expect-error there is no input before the call options
  void events.introspect({}, { headers: {} });
  // @ts-expect-error introspection is about the client's own token
  void events.introspect({ token: "token-2" });
}

/** The three lists, walked by events or by pages. */
export async function lists(): Promise<void> {
  expectTypeOf(events.listAuditEvents).parameters.toEqualTypeOf<Parameters<(start?: EventsRequest, call?: CallOptions) => void>>();
  expectTypeOf(events.listItemUsages).parameters.toEqualTypeOf<Parameters<(start?: EventsRequest, call?: CallOptions) => void>>();
  expectTypeOf(events.listSignInAttempts).parameters.toEqualTypeOf<Parameters<(start?: EventsRequest, call?: CallOptions) => void>>();
  expectTypeOf(events.listAuditEvents).returns.toEqualTypeOf<Paginator<AuditEvent, string>>();
  expectTypeOf(events.listItemUsages).returns.toEqualTypeOf<Paginator<ItemUsage, string>>();
  expectTypeOf(events.listSignInAttempts).returns.toEqualTypeOf<Paginator<SignInAttempt, string>>();
  expectTypeOf(events.raw.listAuditEvents).returns.toEqualTypeOf<Promise<HttpResponse<AuditEventPage>>>();
  expectTypeOf(events.raw.listItemUsages).returns.toEqualTypeOf<Promise<HttpResponse<ItemUsagePage>>>();
  expectTypeOf(events.raw.listSignInAttempts).returns.toEqualTypeOf<Promise<HttpResponse<SignInAttemptPage>>>();
  expectTypeOf(events.listAuditEvents().pages()).toEqualTypeOf<AsyncIterable<Page<AuditEvent, string>>>();
  expectTypeOf(events.listAuditEvents().toArray({ max: 10 })).toEqualTypeOf<Promise<AuditEvent[]>>();

  for await (const event of events.listAuditEvents()) {
    expectTypeOf(event).toEqualTypeOf<AuditEvent>();
    expectTypeOf(event.aux_id).toEqualTypeOf<number | undefined>();
    expectTypeOf(event.timestamp).toEqualTypeOf<string>();
  }
  for await (const attempt of events.listSignInAttempts({}, { headers: { "x-request-id": "q-1" } })) {
    expectTypeOf(attempt.details).toEqualTypeOf<SignInAttempt["details"]>();
    expectTypeOf<null>().toExtend<typeof attempt.details>();
    expectTypeOf<SignInDetails["value"]>().toBeUnknown();
  }
  for await (const page of events.listItemUsages({ limit: 50 }).pages()) {
    expectTypeOf(page.items).toEqualTypeOf<readonly ItemUsage[]>();
    start({ cursor: page.resumeAt });
    // @ts-expect-error a page is not to be changed
    page.resumeAt = "other";
  }
  // @ts-expect-error a walk of unknown length says how much it expects
  void events.listAuditEvents().toArray();
  // @ts-expect-error a paginator is iterated, not awaited
  void events.listAuditEvents().then;
}

/** Where to start: a reset cursor or a cursor. */
export function positions(): void {
  start({});
  start({ limit: 10, start_time: "2026-03-02T08:00:00Z", end_time: "2026-03-02T18:00:00Z" });
  start({ cursor: "saved" });
  // @ts-expect-error cursor and limit exclude each other
  start({ cursor: "saved", limit: 10 });
  // @ts-expect-error cursor and start_time exclude each other
  start({ cursor: "saved", start_time: "2026-03-02T08:00:00Z" });
  // @ts-expect-error cursor and end_time exclude each other
  start({ cursor: "saved", end_time: "2026-03-02T18:00:00Z" });
  // @ts-expect-error wire names stay as they are on the wire
  start({ startTime: "2026-03-02T08:00:00Z" });
  // @ts-expect-error curser is a misspelt key
  start({ curser: "saved" });
  // @ts-expect-error a limit is a number
  start({ limit: "10" });
  // @ts-expect-error a time is text, as on the wire
  start({ start_time: new Date(0) });
  // @ts-expect-error a cursor is text
  start({ cursor: 1 });
  // @ts-expect-error null is no cursor
  start({ cursor: null });
  // @ts-expect-error a cursor that is not there yet is left out, so that no walk starts over by accident
  start({ cursor: undefined });
  // @ts-expect-error the position is the argument itself
  start({ body: { cursor: "saved" } });
  // @ts-expect-error the cursor goes into an object
  start("saved");
}

/** Values that were read: their enumerations are open, and the known ones are told. */
export function openEnumerations(): void {
  expectTypeOf<AuditAction>().toEqualTypeOf<(typeof AUDIT_ACTION_VALUES)[number] | (string & {})>();
  expectTypeOf<AuditAction>().not.toEqualTypeOf<string>();
  expectTypeOf<Extract<AuditAction, "create" | "vrfydmn">>().toEqualTypeOf<"create" | "vrfydmn">();
  expectTypeOf<string>().toExtend<AuditAction>();
  expectTypeOf<"teleport">().toExtend<NonNullable<AuditEvent["action"]>>();
  expectTypeOf<string>().toExtend<AuditObjectType>();
  expectTypeOf<string>().toExtend<ItemUsageAction>();
  expectTypeOf<string>().toExtend<SignInCategory>();
  expectTypeOf<string>().toExtend<SignInType>();
  expectTypeOf<string>().toExtend<Feature>();

  const event: AuditEvent = { uuid: "E", timestamp: "2026-03-02T08:00:00Z", action: "teleport", object_type: "spaceship" };
  // @ts-expect-error any text, but text
  event.action = 7;

  function say(action: AuditAction): string {
    switch (action) {
      case "create":
        return "created";
      case "delete":
      case "purge":
        return "gone";
      default:
        return `unknown: ${action}`;
    }
  }
  say("teleport");

  const known: (typeof AUDIT_ACTION_VALUES)[number] = "create";
  say(known);
  // @ts-expect-error the list of the known values is closed
  const unknownAction: (typeof AUDIT_ACTION_VALUES)[number] = "teleport";
  say(unknownAction);

  // @ts-expect-error without a default the unknown values are not handled
  function sayKnown(category: SignInCategory): string {
    switch (category) {
      case "success":
      case "credentials_failed":
      case "mfa_failed":
      case "sso_failed":
      case "modern_version_failed":
      case "firewall_failed":
      case "firewall_reported_success":
        return category;
    }
  }
  sayKnown("success");
}

/** requireFeatures: the features of the contract. */
export function features(): void {
  expectTypeOf(requireFeatures(events, ["auditevents", "signinattempts"])).toEqualTypeOf<Promise<Introspection>>();
  // @ts-expect-error auditevent is a misspelt feature
  void requireFeatures(events, ["auditevent"]);
  // @ts-expect-error features are a list
  void requireFeatures(events, "auditevents");
}

/** eventMatches and matchAction: what is known narrows, what is not known goes on as it was. */
export function narrowing(event: AuditEvent, usage: ItemUsage, attempt: SignInAttempt): void {
  if (eventMatches(event, { action: ["create", "delete"], object_type: "user" })) {
    expectTypeOf(event.action).toEqualTypeOf<"create" | "delete">();
    expectTypeOf(event.object_type).toEqualTypeOf<"user">();
    expectTypeOf(event.object_uuid).toEqualTypeOf<string | undefined>();
  } else {
    expectTypeOf(event).toEqualTypeOf<AuditEvent>();
  }
  expectTypeOf([attempt].filter((one) => eventMatches(one, { category: "mfa_failed" }))).items.toExtend<SignInAttempt>();
  eventMatches(usage, { action: "reveal" });
  // @ts-expect-error creat is a misspelt action
  eventMatches(event, { action: "creat" });
  // @ts-expect-error acton is a misspelt name
  eventMatches(event, { acton: "create" });
  // @ts-expect-error a misspelt name beside a right one
  eventMatches(event, { action: "create", objecttype: "user" });
  // @ts-expect-error an item usage has actions of its own
  eventMatches(usage, { action: "create" });
  // @ts-expect-error ids are no enumeration
  eventMatches(event, { uuid: "1" });
  // @ts-expect-error a sign-in attempt has no action
  eventMatches(attempt, { action: "create" });

  const said = matchAction(event, { create: (made) => made.action.length, share: () => 1 }, (other) => other);
  expectTypeOf(said).toEqualTypeOf<number | AuditEvent>();
  // @ts-expect-error creat is a misspelt action
  matchAction(event, { creat: () => "" }, () => "");
  // @ts-expect-error a misspelt action beside a right one
  matchAction(event, { create: () => "", creat: () => "" }, () => "");
  // @ts-expect-error what is not known needs a default
  matchAction(event, { create: () => "" });
  // @ts-expect-error a sign-in attempt has no action
  matchAction(attempt, {}, () => "");
}

/** What was caught. */
export function errors(caught: unknown): void {
  if (isApiError(caught, 401)) {
    expectTypeOf(caught).toEqualTypeOf<ApiError>();
    expectTypeOf(caught.body).toBeUnknown();
  }
}
