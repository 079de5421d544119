import { expectObject, rejectArgument } from "@keywright/core/client";

/** The known values of an open enumeration; `never` for a property that takes any string. */
export type KnownValue<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** One or more known values for each enumeration of an event. */
export type EventPattern<Event> = {
  readonly [Name in keyof Event as KnownValue<Event[Name]> extends never ? never : Name]?: KnownValue<Event[Name]> | readonly KnownValue<Event[Name]>[];
};

/** An event that matches a pattern. */
export type MatchingEvent<Event, Pattern> = Event & {
  readonly [Name in keyof Pattern]-?: Pattern[Name] extends readonly (infer Value)[] ? Value : Pattern[Name];
};

/**
 * Returns whether an event has the values of a pattern, and narrows its type.
 *
 * Values that later servers add match no pattern.
 *
 * @param event An event of any stream.
 * @param pattern A known value, or a list of alternatives, for each enumeration to compare:
 * `{ action: ["grant", "revoke"], object_type: "uva" }`. Misspelled values do not compile.
 * @example
 * ```ts
 * if (eventMatches(event, { action: "create", object_type: "user" })) {
 *   console.log("a new user", event.object_uuid);
 * }
 * ```
 */
export function eventMatches<Event extends object, const Pattern extends EventPattern<Event>>(
  event: Event,
  // Without this type, a misspelled name next to a correct one would compile and match nothing.
  pattern: Pattern & { readonly [Name in Exclude<keyof Pattern, keyof EventPattern<Event>>]: never },
): event is MatchingEvent<Event, Pattern> {
  expectObject("eventMatches", "event", event);
  expectObject("eventMatches", "pattern", pattern);
  return Object.entries(pattern).every(([name, wanted]) => [wanted].flat().includes((event as { readonly [name: string]: unknown })[name]));
}

/** A function for each action, by the action's name. Other actions use the default. */
export type ActionCases<Event extends { readonly action?: string }, Results> = {
  readonly [Action in keyof Results]: Action extends KnownValue<Event["action"]> ? (event: Event & { readonly action: Action }) => Results[Action] : never;
};

/**
 * Calls the function for an event's action and returns its result.
 *
 * @param event An audit event or an item usage.
 * @param cases A function for each action, by the action's name. Misspelled names do not compile.
 * @param otherwise Handles all other events, also with actions of later servers or without one.
 * @returns What the function returns.
 * @example
 * ```ts
 * const line = matchAction(
 *   event,
 *   { create: (made) => `created ${made.object_uuid}`, delete: () => "deleted" },
 *   (other) => `${other.action}`,
 * );
 * ```
 */
export function matchAction<Event extends { readonly action?: string }, Results, Other>(
  event: Event,
  cases: ActionCases<Event, Results>,
  otherwise: (event: Event) => Other,
): Results[keyof Results] | Other {
  expectObject("matchAction", "event", event);
  expectObject("matchAction", "cases", cases, "must be an object such as { create: (event) => … }");
  if (typeof otherwise !== "function") rejectArgument("matchAction", "otherwise", "must be a function", otherwise);
  const { action } = event;
  // The action comes from the server and could be the name of an inherited property.
  const handle = typeof action === "string" && Object.hasOwn(cases, action) ? (cases as { readonly [action: string]: unknown })[action] : undefined;
  return typeof handle === "function" ? (handle as (event: Event) => Results[keyof Results])(event) : otherwise(event);
}
