import { withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type FilterTree, parseFilter } from "./filter-parser.ts";

describe("the tests' own parser", () => {
  it.each([
    ['a eq "b"', { op: "eq", attrPath: "a", compValue: "b" }],
    ["a pr", { op: "pr", attrPath: "a" }],
    ["a eq -1.5e3", { op: "eq", attrPath: "a", compValue: -1500 }],
    [
      "not (a pr) and b pr",
      {
        op: "and",
        filters: [
          { op: "not", filter: { op: "pr", attrPath: "a" } },
          { op: "pr", attrPath: "b" },
        ],
      },
    ],
    [
      "((a pr) and (b pr)) and (c pr)",
      {
        op: "and",
        filters: [
          {
            op: "and",
            filters: [
              { op: "pr", attrPath: "a" },
              { op: "pr", attrPath: "b" },
            ],
          },
          { op: "pr", attrPath: "c" },
        ],
      },
    ],
    ["NOT(and PR)", { op: "not", filter: { op: "pr", attrPath: "and" } }],
  ] as readonly (readonly [string, FilterTree])[])("reads %s", (text, tree) => {
    expect(parseFilter(text)).toEqual(tree);
  });

  it.each([
    "",
    " ",
    "a",
    "a eq",
    "a eq b",
    "a eq 'b'",
    'a eq "b',
    'a eq "b"c"',
    'a eq "\n"',
    'a eq "\\x"',
    'a eq "\\u12"',
    'a  eq "b"',
    'a eq  "b"',
    ' a eq "b"',
    'a eq "b" ',
    "a eq 01",
    "a eq +1",
    "a eq .5",
    "a eq 1.",
    "a eq 0x10",
    "a eq NaN",
    "a eq TRUE",
    "a eq trueish",
    "a is 1",
    "a pr 1",
    "a pr and",
    "a pr and and b pr",
    "a pr nor b pr",
    "(a pr",
    "a pr)",
    "()",
    "not a pr",
    "not  (a pr)",
    "1a pr",
    "a.b.c pr",
    "a..b pr",
    "a[b pr",
    "a[b[c pr]]",
    "a[b pr].c pr",
    "a b pr",
    "a pr; b pr",
  ])("rejects %j", (text) => {
    expect(() => parseFilter(text)).toThrow(SyntaxError);
  });

  interface Case {
    readonly name: string;
    readonly filter: string;
    readonly ast: FilterTree;
  }

  // Not in the grammar of RFC 7644: refused, whatever the library that they are of makes of them.
  const beyond = /^\d|\]\.|\[\w+\[/;

  withVectors<Case>("scim-filter/scim2-parse-filter-parse.json", (cases) => {
    const inside = cases.filter(({ filter }) => !beyond.test(filter));
    it(`is checked by ${cases.length} public vectors, ${cases.length - inside.length} of them beyond the grammar`, () => {
      expect([cases.length, inside.length]).toEqual([43, 38]);
    });
    it.each(inside)("reads the public vector $name", ({ filter, ast }) => {
      expect(parseFilter(filter)).toEqual(ast);
    });
    it.each(cases.filter(({ filter }) => beyond.test(filter)))("rejects $name", ({ filter }) => {
      expect(() => parseFilter(filter)).toThrow(SyntaxError);
    });
  });

  withVectors<Case>("scim-filter/scim2-parse-filter-stringify.json", (cases) => {
    it.each(cases.filter(({ filter }) => !beyond.test(filter)))("reads what the public vector $name writes", ({ filter, ast }) => {
      expect(parseFilter(filter)).toEqual(ast);
    });
  });
});
