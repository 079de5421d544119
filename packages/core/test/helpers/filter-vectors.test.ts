import { withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { filterBuilder } from "../../src/client.ts";
import type { Filter } from "../../src/index.ts";
import { type FilterTree, parseFilter } from "./filter-parser.ts";

const operators = ["eq", "ne", "co", "sw", "ew", "pr", "gt", "ge", "lt", "le"] as const;

/** What the builder writes of a tree; the attributes are taken from the tree itself. */
function rebuild(tree: FilterTree): Filter {
  const attributes: Record<string, "string" | "number" | "boolean"> = {};
  const collect = (part: FilterTree): void => {
    if ("attrPath" in part && "op" in part && part.op !== "[]") {
      const type = typeof (part as { readonly compValue?: unknown }).compValue;
      attributes[part.attrPath] = type === "number" || type === "boolean" ? type : "string";
    }
    if ("filters" in part) part.filters.forEach(collect);
    if ("filter" in part) collect(part.filter);
  };
  collect(tree);
  const builder = filterBuilder({ attributes, operators }) as unknown as {
    readonly [method: string]: (...given: readonly unknown[]) => Filter;
  };
  const write = (part: FilterTree): Filter => {
    if ("filters" in part) return builder[part.op]?.(...part.filters.map(write)) as Filter;
    if ("filter" in part) return builder["not"]?.(write(part.filter)) as Filter;
    const { op, attrPath, compValue } = part as { readonly op: string; readonly attrPath: string; readonly compValue?: unknown };
    return builder[op]?.(attrPath, compValue) as Filter;
  };
  return write(tree);
}

/** Whether the builder has a word for all of it: it has no bracket form, no null and no fractions, one type for an attribute, and no name that is beyond the grammar. */
function isExpressible(tree: FilterTree): boolean {
  const types = new Map<string, string>();
  const check = (part: FilterTree): boolean => {
    if ("filters" in part) return part.filters.every(check);
    if ("filter" in part) return check(part.filter);
    if ("valFilter" in part || part.op === "pr") return part.op === "pr";
    const { attrPath, compValue } = part;
    const type = types.get(attrPath) ?? typeof compValue;
    types.set(attrPath, type);
    return !/^\d/.test(attrPath) && compValue !== null && type === typeof compValue && (type !== "number" || Number.isSafeInteger(compValue));
  };
  return check(tree);
}

describe("the public vectors of filters", () => {
  interface Case {
    readonly name: string;
    readonly filter: string;
    readonly ast: FilterTree;
  }
  interface GoSuite {
    readonly valid: readonly string[];
    readonly precedence: readonly { readonly filter: string; readonly canonical: string }[];
  }

  it("are written by the builder from their trees, which name the attributes", () => {
    const tree: FilterTree = {
      op: "or",
      filters: [
        { op: "pr", attrPath: "a" },
        { op: "not", filter: { op: "eq", attrPath: "b.c", compValue: 1 } },
      ],
    };
    expect(rebuild(tree)).toBe("(a pr) or (not (b.c eq 1))");
  });

  for (const [path, counts] of [
    ["scim-filter/scim2-parse-filter-parse.json", [43, 35]],
    ["scim-filter/scim2-parse-filter-stringify.json", [43, 38]],
  ] as const) {
    withVectors<Case>(path, (cases) => {
      const expressible = cases.filter(({ ast }) => isExpressible(ast));
      it(`of ${path} are ${cases.length}, of which the builder has words for ${expressible.length}`, () => {
        expect([cases.length, expressible.length]).toEqual(counts);
      });
      it.each(expressible)("are built so that they parse back to the same tree: $name", ({ ast }) => {
        expect(parseFilter(rebuild(ast))).toEqual(ast);
      });
    });
  }

  withVectors("scim-filter/go-filter-parser.json", (suite) => {
    const { valid, precedence } = suite as unknown as GoSuite;
    const trees = valid.map((filter) => ({ filter, tree: parseFilter(filter) }));
    const expressible = trees.filter(({ tree }) => isExpressible(tree));
    it(`of the parser in Go are ${valid.length}, all read, of which the builder has words for ${expressible.length}`, () => {
      expect([valid.length, expressible.length]).toEqual([22, 20]);
    });
    it.each(expressible)("are built so that they parse back to the same tree: $filter", ({ tree }) => {
      expect(parseFilter(rebuild(tree))).toEqual(tree);
    });
    it.each(precedence)("bind as they are meant to: $filter", ({ filter, canonical }) => {
      expect(parseFilter(filter)).toEqual(parseFilter(canonical));
    });
  });
});
