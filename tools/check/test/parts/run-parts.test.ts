import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { expect, it } from "vitest";
import { LANES, runParts } from "../../src/parts/run-parts.ts";

const FAILING = ["lint", "api", "sizes"];
const run = async (part: string) => ({ ok: !FAILING.includes(part), output: `what ${part} said` });

it("runs all parts though some fail, and names all that failed", async () => {
  const ended: string[] = [];
  expect(
    await runParts(
      [
        ["types", "lint", "contracts"],
        ["api", "sizes"],
      ],
      run,
      (part, { ok, output }) => ended.push(`${part} ${ok}: ${output}`),
    ),
  ).toEqual(["lint", "api", "sizes"]);
  expect(ended.sort()).toEqual([
    "api false: what api said",
    "contracts true: what contracts said",
    "lint false: what lint said",
    "sizes false: what sizes said",
    "types true: what types said",
  ]);
});

it("runs two lanes side by side, and the parts of each in their order", async () => {
  let startApi = (): void => {};
  const apiStarted = new Promise<void>((resolve) => (startApi = resolve));
  const started: string[] = [];
  const meeting = async (part: string) => {
    started.push(part);
    if (part === "api") startApi();
    // Ends only if the other lane goes on meanwhile.
    if (part === "types") await apiStarted;
    return { ok: true, output: "" };
  };
  expect(await runParts([["types", "lint"], ["api"]], meeting, () => {})).toEqual([]);
  expect(started).toEqual(["types", "api", "lint"]);
});

it("names scripts of the repository alone", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly scripts: object };
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(LANES.flat().map((part) => part.split(" ")[0])));
});
