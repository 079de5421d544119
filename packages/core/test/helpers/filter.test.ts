import { recordingFetch } from "@keywright/tool-test-kit/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterBuilder } from "../../src/client.ts";
import { ArgumentError, type Filter, type FilterOperator, rawFilter } from "../../src/index.ts";
import { type FilterTree, parseFilter } from "./filter-parser.ts";
import { callOf, getThing } from "../support.ts";

const spec = {
  attributes: { name: "string", "actor.id": "string", count: "number", at: "date", active: "boolean" },
  operators: ["eq", "ne", "co", "sw", "ew", "pr", "gt", "ge", "lt", "le"],
} as const;
const build = filterBuilder(spec);

/** The builder as a program without types sees it. */
const untyped = build as unknown as { readonly [method: string]: (...given: readonly unknown[]) => Filter };
const rejection = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (error) {
    return error;
  }
};

/** A tree, and the filter that the builder makes of it. */
interface Made {
  readonly tree: FilterTree;
  readonly filter: Filter;
}

const odd = ['"', "\\", "(", ")", "[", "]", " ", "\n", "\u0000", "\u007f", "\u2028", "'", "/", "é", "😀", "%", "&", "+", "#"];
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...odd), maxLength: 12 }),
  fc.constantFrom("and", "or", "not", "pr", "eq", "true", "null", "1", '" or name pr or name eq "', '\\" or (name pr) or name eq \\"', 'x") or (name eq "y'),
);
const date = fc.date({ min: new Date("0000-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true });
const compare = fc.constantFrom(...spec.operators.filter((operator) => operator !== "pr"));
const leaf: fc.Arbitrary<Made> = fc.oneof(
  fc
    .constantFrom(...(Object.keys(spec.attributes) as (keyof typeof spec.attributes)[]))
    .map((attrPath) => ({ tree: { op: "pr", attrPath }, filter: build.pr(attrPath) })),
  fc
    .tuple(fc.constantFrom("name", "actor.id"), compare, text)
    .map(([attrPath, op, compValue]) => ({ tree: { op, attrPath, compValue }, filter: build[op](attrPath, compValue) })),
  fc.tuple(compare, fc.maxSafeInteger()).map(([op, value]) => ({ tree: { op, attrPath: "count", compValue: value + 0 }, filter: build[op]("count", value) })),
  fc.tuple(compare, fc.boolean()).map(([op, compValue]) => ({ tree: { op, attrPath: "active", compValue }, filter: build[op]("active", compValue) })),
  fc.tuple(compare, date).map(([op, value]) => ({ tree: { op, attrPath: "at", compValue: value.toISOString() }, filter: build[op]("at", value) })),
);
const made = fc.letrec<{ filter: Made }>((tie) => {
  const several = fc.array(tie("filter"), { minLength: 1, maxLength: 4 });
  const joined = (op: "and" | "or") => (parts: readonly Made[]) => ({
    // One alone is itself.
    tree: parts.length === 1 ? (parts[0] as Made).tree : { op, filters: parts.map(({ tree }) => tree) },
    filter: build[op](...parts.map(({ filter }) => filter)),
  });
  return {
    filter: fc.oneof(
      { maxDepth: 6 },
      leaf,
      several.map(joined("and")),
      several.map(joined("or")),
      tie("filter").map(({ tree, filter }) => ({ tree: { op: "not", filter: tree } as const, filter: build.not(filter) })),
    ),
  };
}).filter;

describe("a filter that is built", () => {
  it("10,000 times over parses back to the same tree", () => {
    let longest = 0;
    fc.assert(
      fc.property(made, ({ tree, filter }) => {
        longest = Math.max(longest, filter.length);
        expect(parseFilter(filter)).toEqual(tree);
      }),
      { numRuns: 10_000, seed: 20260302 },
    );
    expect(longest).toBeGreaterThan(500);
  });

  it("is written so", () => {
    const { eq, ne, pr, gt, and, or, not } = build;
    expect(eq("name", "Production")).toBe('name eq "Production"');
    expect(ne("actor.id", "")).toBe('actor.id ne ""');
    expect(pr("at")).toBe("at pr");
    expect(and(eq("active", true), gt("count", -5))).toBe("(active eq true) and (count gt -5)");
    expect(or(pr("at"), and(pr("name"), pr("count")), not(pr("active")))).toBe("(at pr) or ((name pr) and (count pr)) or (not (active pr))");
    expect([and(pr("at")), or(pr("at"))]).toEqual(["at pr", "at pr"]);
  });

  it.each([
    ['a "quoted" word', '"a \\"quoted\\" word"'],
    ["a\\b", '"a\\\\b"'],
    ["a\\", '"a\\\\"'],
    ['\\"', '"\\\\\\""'],
    ["\n\r\t\u0000\u001f", '"\\n\\r\\t\\u0000\\u001f"'],
    ["é😀", '"é😀"'],
    ['" or name pr or name eq "', '"\\" or name pr or name eq \\""'],
    ["or", '"or"'],
    ["null", '"null"'],
  ])("has the text %j escaped", (value, written) => {
    expect(build.eq("name", value)).toBe(`name eq ${written}`);
    expect(parseFilter(build.not(build.eq("name", value)))).toEqual({ op: "not", filter: { op: "eq", attrPath: "name", compValue: value } });
  });

  it.each([
    [0, "0"],
    [-0, "0"],
    [-1, "-1"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [7_201_234_567_890_123_456n, "7201234567890123456"],
    [Number.MIN_SAFE_INTEGER, "-9007199254740991"],
  ])("has the number %d as %s", (value, written) => {
    expect(build.eq("count", value)).toBe(`count eq ${written}`);
  });

  it.each([
    [new Date("2026-03-02T08:00:00Z"), "2026-03-02T08:00:00.000Z"],
    [new Date("0000-01-01T00:00:00Z"), "0000-01-01T00:00:00.000Z"],
    ["2026-03-02", "2026-03-02"],
    ["2026-03-02T08:00:00Z", "2026-03-02T08:00:00Z"],
    ["2026-03-02t08:00:00.123456+02:00", "2026-03-02t08:00:00.123456+02:00"],
  ])("has the date %s as %s", (value, written) => {
    expect(build.ge("at", value)).toBe(`at ge "${written}"`);
  });

  it("arrives at the service as it was built", async () => {
    const filter = build.or(build.eq("name", 'a&b#c+d%20"e"\\é😀\n'), build.pr("at"));
    const fetch = recordingFetch(new Response("{}", { headers: { "content-type": "application/json" } }));
    await callOf(getThing, { fetch })({ thingId: "a", filter });
    expect(new URL(fetch.requests[0]?.url ?? "").searchParams.get("filter")).toBe(filter);
  });

  it.each([
    ["letters", "x".repeat(1_000_000)],
    ["quotes", '"'.repeat(1_000_000)],
    ["backslashes", "\\".repeat(1_000_000)],
    ["brackets", "(".repeat(1_000_000)],
    ["control characters", "\u0000".repeat(1_000_000)],
  ])("may have 1 MB of %s, joined to others", (_what, value) => {
    // What grows with the square takes minutes, and the runner ends it.
    const filter = build.and(build.not(build.eq("name", value)), build.or(build.sw("name", value), build.pr("at")));
    // As the builder's own rules of reading are not used to read it: the text stands there twice, as JSON writes it.
    expect(filter).toBe(`(not (name eq ${JSON.stringify(value)})) and ((name sw ${JSON.stringify(value)}) or (at pr))`);
  });

  it("may be nested 50 deep, and no deeper", () => {
    let filter: Filter = build.eq("name", "(".repeat(100));
    for (let depth = 1; depth <= 50; depth += 1) filter = depth % 2 === 0 ? build.not(filter) : build.or(filter, build.pr("at"));
    expect(() => parseFilter(filter)).not.toThrow();
    const message = "the filter is nested more than 50 deep: join filters side by side";
    for (const make of [() => build.not(filter), () => build.and(filter, build.pr("at")), () => build.or(build.pr("at"), filter)])
      expect(rejection(make)).toMatchObject({ name: "ArgumentError", argument: "filter", message });
    expect(build.and(filter)).toBe(filter);
  });

  it("may be as wide as anybody likes", () => {
    const filters = Array.from({ length: 10_000 }, (_, count) => build.eq("count", count));
    expect(parseFilter(build.or(...filters))).toMatchObject({ op: "or", filters: { length: 10_000 } });
  });
});

describe("a filter that cannot be built", () => {
  it.each([
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "",
    " ",
    "Name",
    "name ",
    'name eq "a" or name',
    "name pr) or (name",
    "actor",
    "actor.id.x",
    "count\n",
    undefined,
    null,
    5,
    ["name", "x"],
    {},
  ])("has no attribute %j, which does not show in the error", (attribute) => {
    for (const make of [() => untyped["eq"]?.(attribute, "a"), () => untyped["pr"]?.(attribute)]) {
      const error = rejection(make);
      expect(error).toBeInstanceOf(ArgumentError);
      expect(error).toMatchObject({
        code: "invalid-argument",
        argument: "filter",
        message: "the filter has no attribute of that name; it has name, actor.id, count, at, active",
      });
    }
  });

  it("by an operator that its operation does not allow is not there", () => {
    const few = filterBuilder({ attributes: { title: "string" }, operators: ["eq", "co"] });
    expect(Object.keys(few).sort()).toEqual(["and", "co", "eq", "not", "or"]);
    expect(Object.keys(build).sort()).toEqual([...spec.operators, "and", "not", "or"].sort());
  });

  const got = (attribute: string, expected: string, came: string): string => `the filter compares ${attribute} with ${expected}; got ${came}`;
  const whole = "a whole number, beyond 2^53 a bigint";
  const day = "a valid Date, or a date in the form of RFC 3339";
  const rows: readonly (readonly [string, unknown, string])[] = [
    ["name", undefined, got("name", "a well-formed text", "undefined")],
    ["name", null, got("name", "a well-formed text", "object")],
    ["name", 5, got("name", "a well-formed text", "5")],
    ["name", ["a"], got("name", "a well-formed text", "object")],
    ["name", { toString: () => '" or name pr' }, got("name", "a well-formed text", "object")],
    ["name", { toJSON: () => "a" }, got("name", "a well-formed text", "object")],
    ["name", "a\ud800", got("name", "a well-formed text", "string")],
    ["name", "\udc00a", got("name", "a well-formed text", "string")],
    ["count", 1.5, got("count", whole, "1.5")],
    ["count", Number.NaN, got("count", whole, "NaN")],
    ["count", Number("1e400"), got("count", whole, "Infinity")],
    ["count", -Infinity, got("count", whole, "-Infinity")],
    ["count", 2 ** 53, got("count", whole, "9007199254740992")],
    ["count", 1e21, got("count", whole, "1e+21")],
    ["count", "1", got("count", whole, "string")],
    ["count", "1 or name pr", got("count", whole, "string")],
    ["count", Symbol("5"), got("count", whole, "symbol")],
    ["active", "true", got("active", "true or false", "string")],
    ["active", 1, got("active", "true or false", "1")],
    ["at", new Date(Number.NaN), got("at", day, "object")],
    ["at", new Date(8.64e15), got("at", day, "object")],
    ["at", new Date(-8.64e15), got("at", day, "object")],
    ["at", 0, got("at", day, "0")],
    ["at", "yesterday", got("at", day, "string")],
    ["at", "2026-3-2", got("at", day, "string")],
    ["at", "2026-03-02T08:00:00", got("at", day, "string")],
    ["at", "2026-03-02 08:00:00Z", got("at", day, "string")],
    ["at", '2026-03-02" or name pr', got("at", day, "string")],
    ["at", "2026-03-02\n", got("at", day, "string")],
  ];
  it.each(rows)("compares %s with %j", (attribute, value, message) => {
    for (const operator of ["eq", "gt", "co"] satisfies FilterOperator[])
      expect(rejection(() => untyped[operator]?.(attribute, value))).toMatchObject({ name: "ArgumentError", argument: "filter", message });
  });

  it("joins nothing, or what is no filter", () => {
    expect(rejection(() => build.and())).toMatchObject({ name: "ArgumentError", message: "the filter cannot join nothing by and: give at least one filter" });
    expect(rejection(() => build.or())).toMatchObject({ name: "ArgumentError", message: "the filter cannot join nothing by or: give at least one filter" });
    for (const none of [undefined, null, false, "", 5, {}]) {
      for (const make of [() => untyped["not"]?.(none), () => untyped["and"]?.(build.pr("at"), none), () => untyped["or"]?.(none, build.pr("at"))])
        expect(rejection(make)).toMatchObject({ name: "ArgumentError" });
    }
    expect(rejection(() => untyped["and"]?.(false))).toMatchObject({ name: "ArgumentError", message: "the filter joins filters; one of them is none" });
  });
});

describe("a filter that is a text", () => {
  it("stays as it is", () => {
    for (const given of ['name eq "Production"', "emails[type eq 1]", " a ", "not a filter"]) expect(rawFilter(given)).toBe(given);
  });

  it("may be joined to others, and counts for the depth", () => {
    expect(build.and(rawFilter("a pr or b pr"), build.pr("at"))).toBe("(a pr or b pr) and (at pr)");
    const deep = rawFilter(`${"(".repeat(50)}a pr${")".repeat(50)}`);
    expect(rejection(() => build.not(deep))).toMatchObject({ name: "ArgumentError", message: expect.stringContaining("nested more than 50 deep") });
  });

  it("may have brackets in quotes, also after a backslash", () => {
    for (const before of ["", '\\"', "\\\\", "\\\n", "\\\u2028"]) {
      const given = rawFilter(`a eq "${before}${"(".repeat(60)}"`);
      expect(build.not(given)).toBe(`not (${given})`);
    }
  });

  it.each(["", " ", "\n", undefined, null, 5, {}])("is rejected if it is %j", (given) => {
    expect(rejection(() => rawFilter(given as string))).toMatchObject({
      name: "ArgumentError",
      argument: "filter",
      message: 'the filter must be text such as name eq "Production"',
    });
  });

  it("may be odd and 1 MB long, and is joined in time that grows with its length alone", () => {
    for (const given of ['a eq "', `a eq "${'\\"'.repeat(500_000)}`, '"'.repeat(999_999), `${'"\\"'.repeat(333_333)}`, "\\".repeat(1_000_000)]) {
      // What grows with the square takes minutes, and the runner ends it.
      expect(build.and(rawFilter(given), build.pr("at"))).toBe(`(${given}) and (at pr)`);
    }
  });
});

describe("a filter of one element", () => {
  const users = filterBuilder({
    attributes: { active: "boolean", "emails.type": "string", "emails.value": "string" },
    operators: ["eq", "pr"],
    brackets: true,
  });

  it("is in brackets after the name of its list", () => {
    expect(users.any("emails", (email) => email.and(email.eq("type", "work"), email.not(email.pr("value"))))).toBe(
      'emails[(type eq "work") and (not (value pr))]',
    );
    expect(
      users.or(
        users.eq("active", true),
        users.any("emails", (email) => email.eq("type", "]")),
      ),
    ).toBe('(active eq true) or (emails[type eq "]"])');
  });

  it.each<[string, () => unknown, string]>([
    ["an unknown list", () => users.any("names" as "emails", (name) => name.pr("type")), "the filter has no list of that name; it has emails"],
    [
      "an attribute of another object",
      () => users.any("emails", (email) => email.pr("active" as "type")),
      "the filter has no attribute of that name; it has type, value",
    ],
    ["no condition", () => users.any("emails", (() => {}) as never), "the filter joins filters; one of them is none"],
    ["brackets in brackets", () => users.any("emails", () => users.any("emails", (email) => email.pr("type"))), "the filter cannot have brackets in brackets"],
    ["no function", () => users.any("emails", users.pr("active") as never), "the filter needs a function that returns the condition of an element"],
  ])("throws for %s", (_what, make, message) => {
    expect(make).toThrow(message);
  });

  it("does not exist for an operation without brackets", () => {
    expect(filterBuilder({ attributes: { "emails.type": "string" }, operators: ["eq"] })).not.toHaveProperty("any");
  });
});
