import { readContract, type Contract } from "@keywright/tool-contract";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { compareContracts } from "../src/index.ts";
import { SEEDS } from "./seeds.ts";
import { sow } from "./sow.ts";

const contracts = new Map<string, Contract>();

beforeAll(async () => {
  for (const service of new Set(SEEDS.map((seed) => seed.service))) {
    contracts.set(service, await readContract(fileURLToPath(new URL(`../../../specs/${service}/openapi.yaml`, import.meta.url))));
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

  it.each(SEEDS)("is seen the other way round, too: $part, $seed ($service)", ({ service, patch }) => {
    const before = contracts.get(service) as Contract;
    expect(compareContracts(sow(before, patch), before).length).toBeGreaterThan(0);
  });
});

describe("a contract that is the same", () => {
  it.each(["events", "management", "vault"])("has no changes: %s", (service) => {
    const contract = contracts.get(service) as Contract;
    expect(compareContracts(contract, sow(contract, []))).toEqual([]);
  });
});
