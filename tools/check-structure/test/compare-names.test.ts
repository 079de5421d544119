import { describe, expect, it } from "vitest";
import { compareNames } from "../src/compare-names.ts";
import { kebabCase } from "../src/kebab-case.ts";

const NAMES = ["listThings", "getThing"];

/** Compares a service whose places all agree, but for what a test changes. */
function compare({
  table = NAMES,
  methods = NAMES,
  tests = ["list-things", "get-thing"],
}: {
  readonly table?: readonly string[];
  readonly methods?: readonly string[];
  readonly tests?: readonly string[];
}): string[] {
  return compareNames({
    contract: { what: "the contract", where: "openapi.json", names: NAMES },
    places: [
      { what: "the operation table", where: "operations.ts", names: table },
      { what: "the client's methods", where: "index.ts", names: methods, open: true },
    ],
    tests,
    testFolder: "test",
  });
}

describe("comparing the names of operations", () => {
  it("finds nothing where all places agree", () => {
    expect(compare({})).toEqual([]);
  });

  it("finds a name that a place lacks", () => {
    expect(compare({ methods: ["getThing"] })).toEqual([
      "index.ts: listThings is missing in the client's methods, the contract has it; run pnpm generate, or add it.",
    ]);
  });

  it("finds a name that the contract lacks", () => {
    expect(compare({ table: [...NAMES, "getOther"] })).toEqual([
      "operations.ts: getOther is in the operation table, the contract has no such operation; run pnpm generate, or remove it.",
    ]);
  });

  it("finds an operation without a test", () => {
    expect(compare({ tests: ["get-thing"] })).toEqual([expect.stringContaining("test/list-things.test.ts: there is no test of listThings")]);
  });

  it("asks for no test of an operation where one test is about the whole contract", () => {
    expect(compare({ tests: ["contract"] })).toEqual([]);
  });

  it("finds the test of an operation that is gone", () => {
    expect(compare({ tests: ["list-things", "get-thing", "delete-thing"] })).toEqual([
      expect.stringContaining("test/delete-thing.test.ts: it is named like the test of an operation"),
    ]);
  });

  it("lets a client have methods by hand, and tests of them and of topics", () => {
    expect(compare({ methods: [...NAMES, "getThingByTitle"], tests: ["list-things", "get-thing", "get-thing-by-title", "thing-patch"] })).toEqual([]);
  });
});

describe("kebabCase", () => {
  it.each([
    ["introspect", "introspect"],
    ["listItemUsages", "list-item-usages"],
    ["patchScimUser", "patch-scim-user"],
    ["getHTTPHeader2", "get-http-header2"],
  ])("writes %s as %s", (name, file) => {
    expect(kebabCase(name)).toBe(file);
  });
});
