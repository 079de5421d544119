import { readFile } from "node:fs/promises";
import type { Contract } from "@keywright/generate/contract";
import { assert, constantFrom, pre, property } from "fast-check";
import { applyPatch } from "rfc6902";
import { describe, expect, it } from "vitest";
import { compareContracts } from "../../../../packages/generate/src/lib/diff/compare-contracts.ts";
import { compareKeywords } from "../../../../packages/generate/src/lib/diff/keywords.ts";
import { PLACES_BY_EXTENSION } from "../../../../packages/generate/src/lib/rules/extensions.ts";
import { FOREIGN } from "./foreign.ts";
import { contractOf, sow } from "./sow.ts";

const SERVICES = ["events", "management", "vault"] as const;
const compared = async (service: string): Promise<Contract> => (service === "foreign" ? FOREIGN : contractOf(service));

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
  it.each([...SERVICES, "foreign"])("when one value of %s is taken away or is another", async (service) => {
    const before = await compared(service);
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

describe("a break of a contract that is not ours is found", () => {
  it.each([
    ["Order/properties/status/enum", ["a"]],
    ["Return/properties/status/const", "b"],
    ["Base/properties/status/type", "integer"],
    ["Order/properties/tags/minItems", 2],
    ["Base/properties/tags/maxItems", 4],
    ["Order/properties/tags/items/minLength", 4],
    ["Base/properties/tags/items/maxLength", 8],
    ["Base/properties/valueOf/maxLength", 7],
    ["Base/required", ["valueOf", "toString"]],
    ["order/security/0", { userAuth: ["write"] }],
    ["return/security/0", { adminAuth: [] }],
    ["order/security/1", { key: [] }],
  ])("%s", (path, value) => {
    const changes = compareContracts(FOREIGN, sow(FOREIGN, [{ op: "replace", path, value }]));
    expect(changes[0]).toMatchObject({ level: "major", operations: [expect.any(String)] });
  });

  it.each(["Base/properties/valueOf", "Order/properties/toString", "Return/properties/hasOwnProperty"])("if %s is gone", (path) => {
    expect(compareContracts(FOREIGN, sow(FOREIGN, [{ op: "remove", path }]))).toContainEqual(
      expect.objectContaining({ level: "major", rule: "response/removed" }),
    );
  });

  it.each(["adminAuth", "basicAuth"])("if the scheme %s has another name", (name) => {
    const text = JSON.stringify(FOREIGN.document).replaceAll(`"${name}"`, '"opsAuth"');
    const after = { ...FOREIGN, document: JSON.parse(text) } as Contract;
    expect(compareContracts(FOREIGN, after)[0]).toMatchObject({ level: "major", rule: "security/scheme" });
  });

  it("and its unknown extensions break nothing, but ours do", () => {
    const after = sow(FOREIGN, [{ op: "add", path: "Order/x-vendor", value: 1 }]);
    const rules = [{}, { house: true }].map((options) => compareContracts(FOREIGN, after, options).map(({ level, rule }) => `${level} ${rule}`));
    expect(rules).toEqual([Array.from({ length: 2 }, () => "patch extension/unknown"), Array.from({ length: 2 }, () => "major unknown/x-vendor")]);
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
    const rowless = names.filter((name) => !new RegExp(`^\\|.*\`${name}(?![\\w-]).*\\|$`, "m").test(readme));
    expect(rowless, "extensions without a row in specs/README.md").toEqual([]);
  });
});
