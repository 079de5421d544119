import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Fault, plant, readFaults } from "../read-faults.ts";

/** Packages whose tests also cover another. Those of the generator cover the parts of core that only some contracts need. */
const COVERED_BY: Readonly<Record<string, string>> = {
  core: "generate",
  vault: "contract-tests",
  management: "contract-tests",
  events: "contract-tests",
  emulator: "contract-tests",
};

/** The faults of all packages. */
export const packageFaults: readonly Fault[] = ["core", "vault", "management", "events", "run", "tail", "sinks", "emulator", "generator"].flatMap(readFaults);

/** Returns the source of a file with a fault in it. @throws Error unless the place of the fault is there exactly once. */
export function plantedSource(root: string, fault: Fault): string {
  if (!existsSync(`${root}/${fault.file}`)) throw new Error(`${fault.id}: there is no file ${fault.file}`);
  return plant(readFileSync(`${root}/${fault.file}`, "utf8"), fault);
}

/** Returns the tests that a fault names; or those with the name of its file, such as `retry.test.ts` and `retry-after.test.ts` for `retry.ts`, or that import it; or those with the name of its folder. */
export function nearestTests(root: string, fault: Fault): readonly string[] {
  const tests = testsOf(root, fault);
  const name = basename(fault.file, ".ts");
  const ways: readonly ((test: string) => boolean)[] = [
    (test) => fault.tests?.includes(basename(test, ".test.ts")) === true,
    (test) => basename(test).startsWith(name) || readFileSync(`${root}/${test}`, "utf8").includes(`/${name}.ts"`),
    (test) => test.includes(`/test/${basename(dirname(fault.file))}`),
  ];
  return ways.map((isNear) => tests.filter(isNear)).find((found) => found.length > 0) ?? [];
}

/** Returns all tests of the package of a fault, except those with a separate configuration, which need more than Node. */
export function testsOf(root: string, { file }: Fault): readonly string[] {
  const [, own = ""] = file.split("/");
  return [own, COVERED_BY[own] ?? []].flat().flatMap((name) => {
    const folder = `packages/${name}/test`;
    const files = readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" }).sort();
    return files.map((each) => `${folder}/${each}`).filter((each) => each.endsWith(".test.ts") && !existsSync(`${root}/${dirname(each)}/vitest.config.ts`));
  });
}
