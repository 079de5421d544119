import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { createSorter } from "../src/lib/audit/sorter.ts";
import { folderForTest } from "./support.ts";

it.each([0, 1, 4, 4 * 32, 4 * 32 * 32 + 5])("sorts %i lines in runs of four, which it merges", async (count) => {
  const folder = await folderForTest();
  const sorter = createSorter(folder, "lines", 4);
  const lines = Array.from({ length: count }, (_unused, index) => `${(index * 7919) % 10_007}\t${index}`);
  for (const line of lines) sorter.add(line);
  expect([...sorter.sorted()]).toEqual([...lines].sort());
  expect((await readdir(folder)).length).toBeLessThan(64);
});

it("sorts lines that are longer than a block", async () => {
  const sorter = createSorter(await folderForTest(), "lines", 2);
  const lines = ["c", "b", "a"].map((begin) => begin.repeat(40_000));
  for (const line of lines) sorter.add(line);
  expect([...sorter.sorted()]).toEqual(lines.reverse());
});
