import { describe, expect, it } from "vitest";
import { type Cell, cellOf, cellsOf, cellsOr, printCell, readOutcomes, summary } from "../../src/packages/cells.ts";

const where = "npm, Node 20.19.0";
const ok: Cell = { where, what: "@keywright/vault", state: "ok", detail: "6 entries" };

describe("the matrix", () => {
  it("counts neither as green nor as red what cannot run here", () => {
    expect(summary([ok, { ...ok, state: "red" }, { ...ok, state: "not run" }])).toBe("2 cells, 1 red");
  });

  it("prints all that a red cell said, and one line of any other", () => {
    expect(printCell({ ...ok, detail: "6 entries\nand more" })).toBe("ok       npm, Node 20.19.0         @keywright/vault            6 entries");
    expect(printCell({ ...ok, state: "red", detail: "Error\n    at it" }).split("\n")).toEqual([
      "red      npm, Node 20.19.0         @keywright/vault            Error",
      "             at it",
    ]);
  });

  it("has a red cell for what throws, and for each package of what could not run at all", async () => {
    expect(await cellOf(where, "install", () => Promise.reject(new Error("no such version")))).toEqual({
      where,
      what: "install",
      state: "red",
      detail: "no such version",
    });
    expect(await cellsOr(where, ["guides"], () => Promise.reject(new Error("no guides")))).toEqual([
      { where, what: "guides", state: "red", detail: "no guides" },
    ]);
    const packages = ["@keywright/core", "@keywright/vault"];
    const cells = await cellsOf(where, packages, () => Promise.reject(new Error("it ended with 1")));
    expect(cells.map(({ what, state, detail }) => [what, state, detail])).toEqual([
      ["@keywright/core", "red", "it ended with 1"],
      ["@keywright/vault", "red", "it ended with 1"],
    ]);
  });

  it("takes a package for red where one of its entries or its program failed", async () => {
    const outcome = { name: "@keywright/vault", did: "6 entries", failures: ["its program: Error: vaults: expected 4, got 0"] };
    expect(await cellsOf(where, [], () => Promise.resolve(JSON.stringify([outcome])))).toEqual([{ ...ok, state: "red", detail: outcome.failures[0] }]);
  });

  it("reads the outcomes among a runtime's own warnings, and shows all that was said where there are none", () => {
    const outcomes = [{ name: "@keywright/vault", did: "6 entries", failures: [] }];
    expect(readOutcomes(`${JSON.stringify(outcomes)}\n(node:1) ExperimentalWarning: …`)).toEqual(outcomes);
    expect(() => readOutcomes("SyntaxError: Unexpected token")).toThrow("SyntaxError: Unexpected token");
    expect(() => readOutcomes("")).toThrow("it ended without output");
  });
});
