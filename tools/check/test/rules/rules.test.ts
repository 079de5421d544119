import { ROOT } from "@keywright/tool-test-kit/services";
import { describe, expect, it } from "vitest";
import { compareRules, readRules, rulesIn } from "../../src/rules/rules.ts";

const DOCUMENT = {
  paths: {
    "/things": { get: { operationId: "listThings", "x-source": { order: "oldest first", limit: "100 a page" } } },
    "/things/{id}": { get: { operationId: "getThing", responses: { 404: { "x-source": "chosen" } } } },
  },
  components: { pathItems: { Bell: { post: { operationId: "ringBell", "x-source": { once: "rings once" } } } }, schemas: { Thing: { "x-source": "public" } } },
};
const RULES = new Set(["listThings.order", "listThings.limit", "ringBell.once"]);

describe("the rules of the services", () => {
  it("are what operations of a contract name, with and without a path", () => {
    expect(new Set(rulesIn(DOCUMENT))).toEqual(RULES);
  });

  it("are named by the contracts of this repository", () => {
    expect(readRules(ROOT).size).toBeGreaterThan(0);
  });

  it("are shown by passed tests, one or several in a mark", () => {
    const tests = [
      { title: "a list > is in order [source: listThings.order, listThings.limit]", passed: true },
      { title: "a bell [source: ringBell.once] > rings", passed: true },
      { title: "anything else", passed: false },
    ];
    expect(compareRules(RULES, tests)).toEqual([]);
  });

  it("are not shown by a test that failed or was skipped, nor by none", () => {
    const tests = [
      { title: "is in order [source: listThings.order]", passed: false },
      { title: "rings [source: ringBell.once]", passed: true },
    ];
    expect(compareRules(RULES, tests)).toEqual([
      "listThings.order: no passed test has the mark [source: listThings.order]; write one, or mark the one that shows it.",
      "listThings.limit: no passed test has the mark [source: listThings.limit]; write one, or mark the one that shows it.",
    ]);
  });

  it("are not those of a mark that no contract names", () => {
    const tests = [{ title: "all [source: listThings.order, listThings.limit, ringBell.once, ringBell.twice]", passed: true }];
    expect(compareRules(RULES, tests)).toEqual([
      "ringBell.twice: a test has the mark [source: ringBell.twice], and no contract names this rule; correct the mark, or x-source.",
    ]);
  });
});
