import { readFile } from "node:fs/promises";
import type { Contract } from "@keywright/generate/contract";
import { assert, constantFrom, pre, property } from "fast-check";
import { applyPatch } from "rfc6902";
import { describe, expect, it } from "vitest";
import { compareContracts } from "../../../../packages/generate/src/lib/diff/compare-contracts.ts";
import { compareKeywords } from "../../../../packages/generate/src/lib/diff/keywords.ts";
import { PLACES_BY_EXTENSION } from "../../../../packages/generate/src/lib/rules/extensions.js";
import { contractOf } from "./sow.ts";

const SERVICES = ["events", "management", "vault"] as const;

/** Pointers to every value of a contract that is text, a number, a truth value or an empty list. */
function leavesOf(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return [pointer];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`));
}

/** References would lead nowhere, an operation without a name is none, and one that asks for no credential says so by an empty list. */
const KEPT = /\/(\$ref|operationId|security)$/;

/** What may be said or left out without a difference: a default, and what is said beside it, too. */
const SAME_MEANING = /\/(required|additionalProperties|anyOf\/\d\/type|x-source)$/;

describe("no difference between two contracts is silent", () => {
  it.each(SERVICES)("when one value of %s is taken away or is another", async (service) => {
    const before = await contractOf(service);
    const pointers = leavesOf(before.document).filter((pointer) => !KEPT.test(pointer) && !SAME_MEANING.test(pointer));
    assert(
      property(constantFrom(...pointers), constantFrom("remove", "replace"), (path, op) => {
        // Absent means false, which contracts say.
        pre(op !== "remove" || !path.endsWith("/x-filter/brackets"));
        const document = structuredClone(before.document);
        const [problem] = applyPatch(document, [op === "remove" ? { op, path } : { op: "replace", path, value: "something else" }]);
        expect(problem).toBeNull();
        expect(compareContracts(before, { ...before, document } as Contract)).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("an extension that a contract uses", () => {
  it.each(SERVICES)("has a rule of its own: %s", async (service) => {
    const before = await contractOf(service);
    const extensions = new Map(
      leavesOf(before.document).flatMap((pointer) =>
        [...pointer.matchAll(/\/x-[a-z-]+/g)].map(({ 0: name, index }) => [name, pointer.slice(0, index + name.length)]),
      ),
    );
    expect(extensions.size).toBeGreaterThan(0);
    for (const path of extensions.values()) {
      const document = structuredClone(before.document);
      applyPatch(document, [{ op: "remove", path }]);
      const rules = compareContracts(before, { ...before, document } as Contract).map(({ rule }) => rule);
      expect(rules.filter((rule) => /unknown/.test(rule))).toEqual([]);
      expect(rules.length).toBeGreaterThan(0);
    }
  });
});

describe("an extension that a contract may use", () => {
  it("has a rule of differences, and a row in specs/README.md, also if no contract here uses it", async () => {
    const readme = await readFile(new URL("../../../../specs/README.md", import.meta.url), "utf8");
    const ruleless: string[] = [];
    // The rule of servers compares their names.
    const names = [...PLACES_BY_EXTENSION].flatMap(([name, places]) => (places?.includes("Server") ? [] : [name]));
    compareKeywords({}, Object.fromEntries(names.map((name) => [name, name === "x-exclusive" ? [["a", "b"]] : {}])), "here", (_where, rule, what) => {
      if (/unknown/.test(rule)) ruleless.push(what);
    });
    expect(ruleless, "extensions without a rule in packages/generate/src/lib/diff/keywords.ts").toEqual([]);
    const rowless = names.filter((name) => !new RegExp(`^\\|.*\`${name}\\b.*\\|$`, "m").test(readme));
    expect(rowless, "extensions without a row in specs/README.md").toEqual([]);
  });
});
