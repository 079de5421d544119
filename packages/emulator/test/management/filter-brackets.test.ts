import type { Filter } from "@keywright/core";
import { filterBuilder } from "@keywright/core/client";
import { array, assert, constantFrom, type Arbitrary, letrec, oneof, property, record, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { matches } from "../../src/lib/management/filter/filter-evaluate.ts";
import { parseFilter } from "../../src/lib/management/filter/filter-parser.ts";

interface Email {
  readonly type: string;
  readonly value: string;
}
interface User {
  readonly name: string;
  readonly emails: readonly Email[];
}

const users = filterBuilder({
  attributes: { name: "string", "emails.type": "string", "emails.value": "string" },
  operators: ["eq", "sw", "pr"],
  brackets: true,
});
const valuesOf =
  (user: User) =>
  (attribute: string): readonly unknown[] =>
    attribute === "name" ? [user.name] : attribute === "emails" ? user.emails : user.emails.map((email) => email[attribute.slice(7) as keyof Email]);
const says = (filter: string, user: User): boolean => matches(parseFilter(filter, true), valuesOf(user));

/** A condition of the builder, and what it means. */
interface Both<Value> {
  readonly filter: Filter;
  readonly holds: (value: Value) => boolean;
}

const word = constantFrom("home", "work", "a", 'a"]', "[a", ")b", "");

/** Joins conditions by `and`, `or` and `not`. */
function joined<Value>(leaf: Arbitrary<Both<Value>>): Arbitrary<Both<Value>> {
  const { any } = letrec<{ readonly any: Both<Value> }>((tie) => ({
    any: oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      tie("any").map(({ filter, holds }) => ({ filter: users.not(filter), holds: (value: Value) => !holds(value) })),
      tuple(tie("any"), tie("any")).map(([a, b]) => ({ filter: users.and(a.filter, b.filter), holds: (value: Value) => a.holds(value) && b.holds(value) })),
      tuple(tie("any"), tie("any")).map(([a, b]) => ({ filter: users.or(a.filter, b.filter), holds: (value: Value) => a.holds(value) || b.holds(value) })),
    ),
  }));
  return any;
}

type Element = Parameters<Parameters<typeof users.any>[1]>[0];
let element: Element | undefined;
users.any("emails", (email) => (element = email).pr("type"));
const inside = element as unknown as Element;

const ofEmail: Arbitrary<Both<Email>> = joined(
  oneof(
    tuple(constantFrom("type" as const, "value" as const), word).map(([name, text]) => ({
      filter: inside.eq(name, text),
      holds: (email: Email) => email[name] !== "" && email[name] === text,
    })),
    constantFrom("type" as const, "value" as const).map((name) => ({ filter: inside.pr(name), holds: (email: Email) => email[name] !== "" })),
  ),
);
const ofUser: Arbitrary<Both<User>> = joined(
  oneof(
    word.map((text) => ({ filter: users.eq("name", text), holds: ({ name }: User) => name !== "" && name === text })),
    ofEmail.map(({ filter, holds }) => ({ filter: users.any("emails", () => filter), holds: ({ emails }: User) => emails.some(holds) })),
  ),
);

describe("a filter with brackets", () => {
  test("that is built, parsed and evaluated is the same as the predicate", () => {
    let runs = 0;
    const user = record({ name: word, emails: array(record({ type: word, value: word }), { maxLength: 3 }) });
    assert(
      property(ofUser, user, ({ filter, holds }, value) => {
        expect(says(filter, value), filter).toBe(holds(value));
        runs += 1;
      }),
      { numRuns: 500 },
    );
    expect(runs).toBe(500);
  });

  test("is about one element, and without brackets about any two", () => {
    const user = { name: "Ada", emails: ["home a", "work b"].map((text) => ({ type: text.slice(0, 4), value: text.slice(5) })) };
    expect(says('emails.type eq "work" and emails.value eq "a"', user)).toBe(true);
    expect(says('emails[type eq "work" and value eq "a"]', user)).toBe(false);
    expect(says('emails[not (type eq "work") and value eq "a"] and name pr', user)).toBe(true);
    expect(says('EMAILS[TYPE EQ "WORK"]'.replace("EMAILS", "emails"), user)).toBe(true);
  });

  test.each([
    ['emails[type eq "work"', "has a bracket at character 7 that is not closed"],
    ['emails[(type eq "work"]', "has ] at character 23; expected and, or, or the end"],
    ['(emails[type eq "work")]', "has ) at character 23; expected and, or, or the end"],
    ['emails [type eq "work"]', "has [ at character 8, where a space precedes it"],
    ['emails[sub[type eq "work"]]', "has [ at character 11, where brackets are not allowed"],
    ['emails[type eq "work"].value eq "a"', "has .value at character 23; expected and, or, or the end"],
    ['emails[type eq "work"]and name pr', "a space is missing at character 23"],
    ["emails[]", "has ] at character 8; expected an attribute"],
  ])("%s is rejected with its place", (filter, message) => {
    expect(() => parseFilter(filter, true)).toThrow(message);
  });

  test("is rejected by an operation without brackets", () => {
    expect(() => parseFilter('target[type eq "user"]')).toThrow("has [ at character 7, where brackets are not allowed");
  });
});
