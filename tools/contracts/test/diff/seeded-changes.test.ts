import { readContract, type Contract } from "@keywright/generate/contract";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { compareContracts } from "../../src/diff/compare-contracts.ts";
import { rowOf, RULES } from "../../src/diff/rules.ts";
import { KINDS, smallContract } from "./kinds.ts";
import { REVERSED } from "./reversed-seeds.ts";
import { SEEDS } from "./seeds.ts";
import { sow } from "./sow.ts";

const contracts = new Map<string, Contract>();

beforeAll(async () => {
  for (const service of new Set(SEEDS.map((seed) => seed.service))) {
    contracts.set(service, await readContract(fileURLToPath(new URL(`../../../../specs/${service}/openapi.yaml`, import.meta.url))));
  }
});

describe("a change that is put into a copy of a contract", () => {
  it.each(SEEDS)("is judged and explained: $part, $seed ($service)", ({ service, patch, changes }) => {
    const before = contracts.get(service) as Contract;
    const found = compareContracts(before, sow(before, patch));
    expect(found.map(({ level, operations, where, what }) => [level, operations.join(" ") || "*", `${where} ${what}`])).toEqual(changes);
    for (const { level, consequence } of found) {
      expect(consequence).toMatch(/^[\w`].*\.$/);
      expect(consequence === "Nothing to do." ? level : "patch", "only a patch asks nothing of anyone").toBe("patch");
    }
  });

  it.each(SEEDS)("is judged the other way round, too: $part, $seed ($service)", ({ service, patch, part, seed }) => {
    const before = contracts.get(service) as Contract;
    expect(judged(sow(before, patch), before)).toEqual(REVERSED[`${part}: ${seed}`]);
  });
});

function judged(before: Contract, after: Contract): string[] {
  return compareContracts(before, after).map(({ level, rule }) => `${level} ${rule}`);
}

describe("a difference of a small contract", () => {
  it.each(KINDS)("is judged forth and back: $kind", ({ before, after, forth, back }) => {
    expect(judged(smallContract(before), smallContract(after)).sort()).toEqual(forth);
    expect(judged(smallContract(after), smallContract(before)).sort()).toEqual(back);
  });

  it("stands here for each row of the table that no seeded change meets the other way round", () => {
    const stated = [...Object.values(REVERSED).flat(), ...KINDS.flatMap(({ forth, back }) => [...forth, ...back])];
    const met = new Set(stated.map((change) => rowOf(change.split(" ")[1] as string)));
    // What a package.json shows is in the tests of the judgement.
    expect(Object.keys(RULES).filter((row) => !row.startsWith("package/") && !met.has(row))).toEqual([]);
  });
});

describe("a parameter that the contract has had", () => {
  const at = "listVaults/parameters/0";
  const values = { schema: { type: "string" } };
  const json = { content: { "application/json": values } };
  const key = { "x-idempotency-key": true };

  it.each([
    ["as text, and has as JSON", values, json, "major", 'has the content "application/json" now'],
    ["in one style, and has in another", { ...values, style: "form" }, { ...values, style: "pipeDelimited" }, "major", 'has the style "pipeDelimited"'],
    ["as a key of the caller, and has as one of the client", values, { ...values, ...key }, "minor", "is made by the client now"],
    ["as a key of the client, and has as one of the caller", { ...values, ...key }, values, "major", "is no longer made by the client"],
  ])("%s is judged", (_what, old, next, level, what) => {
    const vault = contracts.get("vault") as Contract;
    const [before, after] = [old, next].map((members) => sow(vault, [{ op: "replace", path: at, value: { name: "tag", in: "header", ...members } }]));
    const found = compareContracts(before as Contract, after as Contract);
    expect(found.map((change) => [change.level, change.where, change.what])).toEqual([[level, "header tag", expect.stringContaining(what)]]);
  });
});

describe("a contract that is the same", () => {
  it.each(["events", "management", "vault"])("has no changes: %s", (service) => {
    const contract = contracts.get(service) as Contract;
    expect(compareContracts(contract, sow(contract, []))).toEqual([]);
  });
});
