// What must compile and what must not. Nothing here runs: `tsc` reads it, and an `@ts-expect-error` without an error below it is one.

import { expectTypeOf } from "vitest";
import { filterBuilder } from "../../src/client.ts";
import { type Filter, rawFilter } from "../../src/index.ts";

const all = filterBuilder({
  attributes: { name: "string", "actor.id": "string", count: "number", at: "date", active: "boolean" },
  operators: ["eq", "ne", "co", "sw", "ew", "pr", "gt", "ge", "lt", "le"],
});
const few = filterBuilder({ attributes: { title: "string", tag: "string" }, operators: ["eq", "co"] });

/** Each attribute takes values of its type alone. */
export function values(): void {
  expectTypeOf(all.eq("name", "a")).toEqualTypeOf<Filter>();
  all.ne("actor.id", "a");
  all.gt("count", 5);
  all.ge("at", new Date(0));
  all.lt("at", "2026-03-02T08:00:00Z");
  all.eq("active", true);
  expectTypeOf(all.pr("at")).toEqualTypeOf<Filter>();
  // @ts-expect-error a name is text
  all.eq("name", 5);
  // @ts-expect-error a name is there or not: pr says so, not null
  all.eq("name", null);
  // @ts-expect-error a count is a number
  all.eq("count", "5");
  // @ts-expect-error a flag is true or false
  all.eq("active", "true");
  // @ts-expect-error a date is a Date or text
  all.eq("at", 0);
  // @ts-expect-error a comparison needs a value
  all.eq("name");
  // @ts-expect-error presence takes no value
  all.pr("name", "a");
}

/** Only what the operation's contract names. */
export function names(fromOutside: string): void {
  few.eq("title", fromOutside);
  few.co("tag", fromOutside);
  // @ts-expect-error there is no such attribute
  few.eq("name", "a");
  // @ts-expect-error an attribute does not come from outside
  few.eq(fromOutside, "a");
  // @ts-expect-error the operation does not allow sw
  few.sw("title", "a");
  // @ts-expect-error the operation does not allow pr
  few.pr("title");
  // @ts-expect-error there is no such operator
  all.like("name", "a");
  // @ts-expect-error what the builder has cannot be changed
  few.eq = few.co;
}

/** Only filters are joined: text is one by an explicit name alone. */
export function joining(fromOutside: string): void {
  expectTypeOf(all.and(all.pr("at"), all.or(all.pr("name"), all.not(all.pr("count"))))).toEqualTypeOf<Filter>();
  expectTypeOf(rawFilter('title eq "a"')).toEqualTypeOf<Filter>();
  few.and(few.eq("title", "a"), rawFilter('tag eq "b"'));
  const several: readonly Filter[] = [few.eq("title", "a")];
  few.or(...several);
  // @ts-expect-error text is no filter
  few.and("tag pr", few.eq("title", "a"));
  // @ts-expect-error text is no filter
  few.not(fromOutside);
  // @ts-expect-error a condition that may be false is no filter
  few.and(fromOutside !== "" && few.eq("title", fromOutside));
  // @ts-expect-error not takes one filter
  few.not(few.eq("title", "a"), few.eq("title", "b"));
  expectTypeOf<Filter>().toExtend<string>();
  expectTypeOf<string>().not.toExtend<Filter>();
}

/** What a contract may say. */
export function specs(): void {
  // @ts-expect-error there is no such type
  filterBuilder({ attributes: { a: "integer" }, operators: ["eq"] });
  // @ts-expect-error there is no such operator
  filterBuilder({ attributes: { a: "string" }, operators: ["like"] });
}

/** A list takes a function of the attributes of one element, and only where the operation allows brackets. */
export function elements(): void {
  const users = filterBuilder({ attributes: { active: "boolean", "emails.type": "string", "emails.rank": "number" }, operators: ["eq", "pr"], brackets: true });
  expectTypeOf(users.any("emails", (email) => email.and(email.eq("type", "work"), email.eq("rank", 1)))).toEqualTypeOf<Filter>();
  // @ts-expect-error there is no such list
  users.any("active", (email) => email.pr("type"));
  // @ts-expect-error an element has its own attributes alone
  users.any("emails", (email) => email.eq("active", true));
  // @ts-expect-error the rank is a number
  users.any("emails", (email) => email.eq("rank", "1"));
  // @ts-expect-error brackets cannot be in brackets
  users.any("emails", (email) => email.any("emails", (inner) => inner));
  // @ts-expect-error the operation has no brackets
  all.any("actor", (actor) => actor);
}
