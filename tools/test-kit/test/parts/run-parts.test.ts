import { expect, it } from "vitest";
import type { Part } from "../../src/parts/part.ts";
import { runParts } from "../../src/parts/run-parts.ts";

it("runs two lanes side by side, all parts of each in their order, and names those that failed", async () => {
  let startApi = (): void => {};
  const apiStarted = new Promise<void>((resolve) => (startApi = resolve));
  const ended: string[] = [];
  const record = async ({ run }: Part) => {
    if (run === "api") startApi();
    // Ends only if the other lane goes on meanwhile.
    if (run === "types") await apiStarted;
    return { ok: run === "lint", output: `what ${run} said` };
  };
  const lanes = [["types", "lint", "contracts"], ["api"]].map((names) => names.map((name) => [name, { about: "", run: name }] as const));
  expect(await runParts(lanes, record, (name, { ok, output }) => ended.push(`${name} ${ok}: ${output}`))).toEqual(["types", "contracts", "api"]);
  const own = ended.filter((line) => !line.startsWith("api"));
  expect(own).toEqual(["types false: what types said", "lint true: what lint said", "contracts false: what contracts said"]);
});
