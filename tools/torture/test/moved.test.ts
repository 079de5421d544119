import { expect, it } from "vitest";
import { mutants } from "../../simulate/src/mutants/index.ts";
import { matrix } from "../src/matrix.ts";

it("is moved to the simulation only with mutants that the simulation looks for", () => {
  const known = mutants.map(({ id }) => id);
  const moved = matrix.flatMap((row) => ("mutants" in row ? [row] : []));
  expect(moved.length).toBeGreaterThan(0);
  for (const row of moved) {
    expect(row.mutants.length).toBeGreaterThan(0);
    expect(known).toEqual(expect.arrayContaining([...row.mutants]));
  }
});
