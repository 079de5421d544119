import { describe, expect, it } from "vitest";
import { chosen, readArguments, usage } from "../src/arguments.ts";
import { groups } from "../src/groups/groups.ts";
import type { Group } from "../src/row.ts";

const group = (name: string, ...rows: readonly string[]): Group => ({
  name,
  rows: rows.map((row) => ({ name: row, what: row, unit: "×", goal: { atMost: 1 } })),
  measure: () => Promise.resolve({}),
});
const some = [group("walks", "by-page", "by-item"), group("tokens", "expired")];

describe("the command line", () => {
  it("asks for everything where nothing is said", () => {
    expect(readArguments([], some)).toEqual({ help: false, quick: false, only: [], json: undefined });
    expect(chosen(some, []).map(({ rows }) => rows)).toEqual([["by-page", "by-item"], ["expired"]]);
  });

  it("takes rows and groups, by commas or again", () => {
    expect(readArguments(["--only", "by-item,tokens", "--only", "by-page"], some).only).toEqual(["by-item", "tokens", "by-page"]);
    expect(chosen(some, ["by-item"]).map(({ group: { name }, rows }) => [name, rows])).toEqual([["walks", ["by-item"]]]);
    expect(chosen(some, ["walks"]).map(({ rows }) => rows)).toEqual([["by-page", "by-item"]]);
  });

  it("takes the file to write to, and whether to hurry, also behind the -- that pnpm leaves", () => {
    expect(readArguments(["--", "--quick", "--json", "bench.json"], some)).toEqual({ help: false, quick: true, only: [], json: "bench.json" });
  });

  it("refuses a name that is none, and says which there are", () => {
    expect(() => readArguments(["--only", "by-itme"], some)).toThrow("there is no row or group by-itme");
    expect(usage(some)).toContain("walks: by-page, by-item");
  });

  it("refuses an option that is none", () => {
    expect(() => readArguments(["--fast"], some)).toThrow("--fast");
  });

  it("knows each row by one name", () => {
    const names = groups.flatMap(({ name, rows }) => [name, ...rows.map((row) => row.name)]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
