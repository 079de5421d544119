import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFaults } from "../../simulate/src/mutate/read-faults.ts";
import { readFaultList } from "../src/fault-list.ts";

const root = join(import.meta.dirname, "../../..");
const list = readFaultList();
const sourceOf = (file: string): string => readFileSync(join(root, file), "utf8");

describe("the fault list of the README", () => {
  it("has every number once", () => {
    const numbers = Array.from({ length: 50 }, (_, index) => `F${index + 1}`).filter((id) => id !== "F45");
    expect(list.map(({ id }) => id)).toEqual([...numbers, "ORIGIN", "TRICKS", "SECRETS"]);
  });

  it.each(list)("has places for $id that exist", ({ id, places, mutants: named }) => {
    expect(places.length).toBeGreaterThan(0);
    for (const { file, title } of places) {
      // A row of its own may have its number by a parameter of its group.
      if (title === `${id} `) expect(sourceOf(file)).toMatch(new RegExp(`["\`]${id}[" ]`));
      else expect(sourceOf(file)).toContain(title);
    }
    expect(readFaults("worlds").map((fault) => fault.id)).toEqual(expect.arrayContaining([...named]));
  });

  it.each(["faults", "kill"])("has a row for each file of test/%s", (suite) => {
    const files = readdirSync(join(root, "packages/contract-tests/test", suite)).filter((name) => name.endsWith(".test.ts"));
    const named = list.flatMap(({ places }) => places.map(({ file }) => file));
    expect(named).toEqual(expect.arrayContaining(files.map((name) => `packages/contract-tests/test/${suite}/${name}`)));
  });
});
