import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { expect, it } from "vitest";
import { LANES, runParts } from "../../src/parts/run-parts.ts";

it("runs two lanes side by side, all parts of each in their order, and names those that failed", async () => {
  let startApi = (): void => {};
  const apiStarted = new Promise<void>((resolve) => (startApi = resolve));
  const ended: string[] = [];
  const run = async (part: string) => {
    if (part === "api") startApi();
    // Ends only if the other lane goes on meanwhile.
    if (part === "types") await apiStarted;
    return { ok: part === "lint", output: `what ${part} said` };
  };
  const lanes = [["types", "lint", "contracts"], ["api"]];
  expect(await runParts(lanes, run, (part, { ok, output }) => ended.push(`${part} ${ok}: ${output}`))).toEqual(["types", "contracts", "api"]);
  const own = ended.filter((line) => !line.startsWith("api"));
  expect(own).toEqual(["types false: what types said", "lint true: what lint said", "contracts false: what contracts said"]);
});

it("names scripts of the repository alone", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly scripts: object };
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(LANES.flat().map((part) => part.split(" ")[0])));
});
