import { ROOT } from "@keywright/tool-test-kit/services";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { TestModule, Vitest } from "vitest/node";
import RulesReporter from "../../src/rules/reporter.ts";
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

describe("the reporter", () => {
  const EMULATOR = `${ROOT}/packages/emulator/test`;
  const RULE = "listAuditEvents.cursor-account";

  afterEach(() => {
    process.exitCode = undefined;
    vi.restoreAllMocks();
  });

  /** Reports a run of files in which one test shows a rule and passes, among all files that there are. */
  async function report(
    ran: readonly string[],
    all: readonly string[],
    project: readonly string[] = [],
  ): Promise<{ readonly said: string; readonly code: unknown }> {
    const lines: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
    vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
    const tests = [{ fullName: `a list [source: ${RULE}]`, result: () => ({ state: "passed" }) }];
    const modules = ran.map((moduleId) => ({ moduleId, children: { allTests: () => tests } }));
    const reporter = new RulesReporter();
    reporter.onInit({ config: { project }, globTestSpecifications: async () => all.map((moduleId) => ({ moduleId })) } as unknown as Vitest);
    await reporter.onTestRunEnd(modules as unknown as TestModule[], [], "passed");
    return { said: lines.join("\n"), code: process.exitCode };
  }

  it("fails a run of all tests of the emulator for each rule that none of them shows", async () => {
    const all = [`${EMULATOR}/a.test.ts`, `${EMULATOR}/b.test.ts`];
    const { said, code } = await report([...all, `${ROOT}/packages/core/test/c.test.ts`], all);
    const { size } = readRules(ROOT);
    expect(code).toBe(1);
    expect(said).toContain(`${size} rules of the services, ${size - 1} findings`);
    expect(said).not.toContain(`${RULE}: `);
  });

  it("says nothing of a run of some of them, or of other tests", async () => {
    const all = [`${EMULATOR}/a.test.ts`, `${EMULATOR}/b.test.ts`];
    expect(await report([`${EMULATOR}/a.test.ts`], all)).toEqual({ said: "", code: undefined });
    const others = [`${ROOT}/packages/core/test/c.test.ts`];
    expect(await report(others, all)).toEqual({ said: "", code: undefined });
    expect(await report(others, others, ["tools"])).toEqual({ said: "", code: undefined });
  });

  it("fails if no test is where those of the emulator were", async () => {
    const elsewhere = [`${ROOT}/packages/imitation/test/a.test.ts`];
    expect(await report(elsewhere, elsewhere)).toEqual({ said: expect.stringMatching(/(\d+) rules of the services, \1 findings/) as unknown, code: 1 });
  });
});
