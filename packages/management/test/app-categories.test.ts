import { describe, expect, it } from "vitest";
import { findCategory, flattenCategories } from "../src/categories.ts";
import type { AppCategory } from "../src/index.ts";

const root: AppCategory = {
  id: "root",
  name: "Categories",
  children: [
    {
      id: "fin",
      name: "Finance",
      children: [
        { id: "led", name: "Ledgers", children: [] },
        { id: "ap/ar", name: "AP / AR" },
      ],
    },
    { id: "anon", children: [{ id: "below", name: "Below" }] },
    { id: "twin-1", name: "Twins" },
    { id: "twin-2", name: "Twins", children: [{ id: "only", name: "Only" }] },
  ],
};

/** A tree of one branch. */
function chain(levels: number): AppCategory {
  let node: AppCategory = { id: `n${levels}`, name: "n" };
  for (let level = levels - 1; level >= 0; level -= 1) node = { id: `n${level}`, name: "n", children: [node] };
  return node;
}

describe("flattenCategories", () => {
  it("lists every category below the root with its path, parents first, in the tree's order", () => {
    expect(flattenCategories(root).map(({ id, path }) => [id, path])).toEqual([
      ["fin", ["Finance"]],
      ["led", ["Finance", "Ledgers"]],
      ["ap/ar", ["Finance", "AP / AR"]],
      ["anon", ["anon"]],
      ["below", ["anon", "Below"]],
      ["twin-1", ["Twins"]],
      ["twin-2", ["Twins"]],
      ["only", ["Twins", "Only"]],
    ]);
  });

  it("returns the category itself with each", () => {
    expect(flattenCategories(root)[1]).toEqual({
      id: "led",
      name: "Ledgers",
      path: ["Finance", "Ledgers"],
      category: { id: "led", name: "Ledgers", children: [] },
    });
  });

  it("returns an empty list for an empty tree", () => {
    expect(flattenCategories({ id: "root" })).toEqual([]);
    expect(flattenCategories({ id: "root", children: null } as unknown as AppCategory)).toEqual([]);
  });

  it("walks 1000 levels, and throws for more before memory runs out", () => {
    expect(flattenCategories(chain(1000)).at(-1)?.path.length).toBe(1000);
    expect(() => flattenCategories(chain(100_000))).toThrow("flattenCategories: root must be at most 1000 levels deep; got an object");
  });

  it.each([undefined, null, "tree", [], { id: "root", children: {} }, { id: "root", children: [null] }])("rejects %j as a tree", (other) => {
    expect(() => flattenCategories(other as AppCategory)).toThrow(/^flattenCategories: root must be a tree/);
  });
});

describe("findCategory", () => {
  it("finds a category by the names from the root on, whatever characters they contain", () => {
    expect(findCategory(root, ["Finance"]).id).toBe("fin");
    expect(findCategory(root, ["Finance", "AP / AR"])).toEqual({
      id: "ap/ar",
      name: "AP / AR",
      path: ["Finance", "AP / AR"],
      category: { id: "ap/ar", name: "AP / AR" },
    });
  });

  it("finds a path through one of several categories with the same name", () => {
    expect(findCategory(root, ["Twins", "Only"]).id).toBe("only");
  });

  it("reports how far a path leads and what is there", () => {
    const said = (path: readonly string[]): unknown => {
      try {
        return findCategory(root, path);
      } catch (error) {
        return error;
      }
    };
    expect(said(["finance"])).toMatchObject({
      name: "LookupError",
      code: "not-found",
      message: 'findCategory: the root has no category "finance"; it has "Finance", "anon", "Twins", "Twins"',
    });
    expect(said(["Finance", "Payroll"])).toMatchObject({ message: 'findCategory: "Finance" has no category "Payroll"; it has "Ledgers", "AP / AR"' });
    expect(said(["Finance", "Ledgers", "x"])).toMatchObject({ message: 'findCategory: "Finance" / "Ledgers" has no category "x"; it has none' });
  });

  it("shows the first ten of many", () => {
    const wide: AppCategory = { id: "root", children: Array.from({ length: 12 }, (_one, index) => ({ id: `c${index}`, name: `C${index}` })) };
    expect(() => findCategory(wide, ["x"])).toThrow(/it has "C0", .*"C9" and 2 more$/);
  });

  it("names all that have the same path", () => {
    expect(() => findCategory(root, ["Twins"])).toThrow(
      expect.objectContaining({
        code: "ambiguous",
        candidates: ["twin-1", "twin-2"],
        message: 'findCategory: 2 categories have the path "Twins"; say which by its id',
      }),
    );
  });

  it.each([[], undefined, "Finance"])("rejects %j as a path", (path) => {
    expect(() => findCategory(root, path as string[])).toThrow("findCategory: path must be a list of names, at least one; got");
  });
});
