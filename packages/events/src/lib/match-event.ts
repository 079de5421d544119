import { expectObject, refuseArgument } from "@keywright/core/client";

/** The values of an open enumeration that the contract knows; never where a member is any text. */
export type KnownValue<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** Known values of an event's enumerations, one or several for each: what is looked for. */
export type EventPattern<Event> = {
  readonly [Name in keyof Event as KnownValue<Event[Name]> extends never ? never : Name]?: KnownValue<Event[Name]> | readonly KnownValue<Event[Name]>[];
};

/** An event of which a pattern holds. */
export type MatchingEvent<Event, Pattern> = Event & {
  readonly [Name in keyof Pattern]-?: Pattern[Name] extends readonly (infer Value)[] ? Value : Pattern[Name];
};

/**
 * Whether an event has the values that are looked for, and tells the compiler so.
 *
 * Values that later servers add match no pattern: they take the way of everything else.
 *
 * @param event An event of any stream.
 * @param pattern A known value, or a list of those that will do, for each enumeration that counts: `{ action: ["grant", "revoke"], object_type: "uva" }`. Misspelt ones do not compile.
 * @example
 * ```ts
 * if (eventMatches(event, { action: "create", object_type: "user" })) console.log("a new member", event.object_uuid);
 * ```
 */
export function eventMatches<Event extends object, const Pattern extends EventPattern<Event>>(
  event: Event,
  // A name that is misspelt beside a right one would otherwise compile, and match nothing.
  pattern: Pattern & { readonly [Name in Exclude<keyof Pattern, keyof EventPattern<Event>>]: never },
): event is MatchingEvent<Event, Pattern> {
  expectObject("eventMatches", "event", event);
  expectObject("eventMatches", "pattern", pattern);
  return Object.entries(pattern).every(([name, wanted]) => [wanted].flat().includes((event as { readonly [name: string]: unknown })[name]));
}

/** What to do with the events of each action, by what it gives; an action that is left out goes to the default. */
export type ActionCases<Event extends { readonly action?: string }, Results> = {
  readonly [Action in keyof Results]: Action extends KnownValue<Event["action"]> ? (event: Event & { readonly action: Action }) => Results[Action] : never;
};

/**
 * Does with an event what there is to do for its action.
 *
 * @param event An audit event or an item usage.
 * @param cases A function for each action that matters, by the action's name. Misspelt ones do not compile.
 * @param otherwise What to do with all others: those left out, those that later servers add, and events without an action.
 * @returns What the function returns.
 * @example
 * ```ts
 * const line = matchAction(event, { create: (made) => `created ${made.object_uuid}`, delete: (gone) => `deleted ${gone.object_uuid}` }, (other) => `${other.action}`);
 * ```
 */
export function matchAction<Event extends { readonly action?: string }, Results, Other>(
  event: Event,
  cases: ActionCases<Event, Results>,
  otherwise: (event: Event) => Other,
): Results[keyof Results] | Other {
  expectObject("matchAction", "event", event);
  expectObject("matchAction", "cases", cases);
  if (typeof otherwise !== "function") refuseArgument("matchAction", "otherwise", "must be a function", otherwise);
  const { action } = event;
  // An action comes from outside, and an object answers to more names than its own.
  const handle = action !== undefined && Object.hasOwn(cases, action) ? (cases as { readonly [action: string]: unknown })[action] : undefined;
  return typeof handle === "function" ? (handle as (event: Event) => Results[keyof Results])(event) : otherwise(event);
}
