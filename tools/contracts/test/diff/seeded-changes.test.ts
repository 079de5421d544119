import type { Contract } from "@keywright/generate/contract";
import { describe, expect, it } from "vitest";
import { compareContracts } from "../../../../packages/generate/src/lib/diff/compare-contracts.ts";
import { rowOf, RULES } from "../../../../packages/generate/src/lib/diff/rules.ts";
import { KINDS, smallContract } from "./kinds.ts";
import { SEEDS } from "./seeds.ts";
import { contractOf, sow } from "./sow.ts";

describe("a change that is put into a copy of a contract", () => {
  it.each(SEEDS)("is judged and explained, forth and back: $service, $forth.0", async ({ service, patch, forth, back }) => {
    const before = await contractOf(service);
    const after = sow(before, patch);
    const found = compareContracts(before, after);
    expect(found.map(({ level, operations, where, what }) => `${level} ${operations.join(" ") || "*"}: ${where} ${what}`)).toEqual(forth);
    for (const { level, consequence } of found) {
      expect(consequence).toMatch(/^[\w`].*\.$/);
      expect(consequence === "Nothing to do." ? level : "patch", "only a patch asks nothing of anyone").toBe("patch");
    }
    expect(judged(after, before)).toBe(back);
  });
});

function judged(before: Contract, after: Contract): string {
  return compareContracts(before, after)
    .map(({ level, rule }) => `${level} ${rule}`)
    .join(", ");
}

describe("a difference of a small contract", () => {
  it.each(KINDS)("is judged forth and back: $forth; $back", ({ before, after, forth, back }) => {
    expect(sorted(judged(smallContract(before), smallContract(after)))).toEqual(sorted(forth));
    expect(sorted(judged(smallContract(after), smallContract(before)))).toEqual(sorted(back));
  });

  it("is reported in words: a key that the client no longer makes", () => {
    const [before, after] = [{ "x-idempotency-key": true }, {}].map((key) => smallContract({ parameters: [{ name: "tag", in: "header", ...key }] }));
    const [change] = compareContracts(before as Contract, after as Contract);
    expect(change).toMatchObject({ where: "header tag", what: "is no longer made by the client" });
  });

  it("is here for each row of the table that no seeded change meets the other way round", () => {
    const stated = [...SEEDS.map(({ back }) => back), ...KINDS.flatMap(({ forth, back }) => [forth, back])].flatMap((changes) =>
      changes.split(", ").filter((change) => change !== ""),
    );
    const met = new Set(stated.map((change) => rowOf(change.split(" ")[1] as string)));
    // What a package.json shows is in the tests of manifests.
    expect(Object.keys(RULES).filter((row) => !row.startsWith("package/") && !met.has(row))).toEqual([]);
  });
});

function sorted(changes: string): string[] {
  return changes.split(", ").sort();
}

describe("a contract that is the same", () => {
  it.each(["events", "management", "vault"])("has no changes: %s", async (service) => {
    const contract = await contractOf(service);
    expect(compareContracts(contract, sow(contract, []))).toEqual([]);
  });
});
