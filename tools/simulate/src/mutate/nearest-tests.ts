import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Fault, readFaults } from "./read-faults.ts";

/** Packages whose tests cover another: only some contracts need parts of core. */
const COVERED_BY: Readonly<Record<string, readonly string[]>> = {
  core: ["generate"],
  vault: ["contract-tests"],
  management: ["contract-tests"],
  events: ["contract-tests"],
  emulator: ["conformance", "contract-tests"],
};

/** The faults of all packages, and of tools. */
export const packageFaults: readonly Fault[] = ["core", "vault", "management", "events", "run", "tail", "sinks", "emulator", "generator", "tools"].flatMap(
  readFaults,
);

/**
 * Returns a package's tests in two lists. The nearest are those that the fault names; or those with
 * its file's name (`retry-after.test.ts` for `retry.ts`) or import; or with its folder's name.
 */
export function nearestTests(root: string, { file, tests = [] }: Fault): readonly [nearest: readonly string[], others: readonly string[]] {
  const [parent = "", own = ""] = file.split("/");
  const covered = parent === "packages" ? (COVERED_BY[own] ?? []) : [];
  const all = [`${parent}/${own}`, ...covered.map((other) => `packages/${other}`)].flatMap((place) => testsOf(root, `${place}/test`));
  const name = basename(file, ".ts");
  const ways: readonly ((test: string) => boolean)[] = [
    (test) => tests.includes(basename(test, ".test.ts")),
    (test) => basename(test).startsWith(name) || readFileSync(`${root}/${test}`, "utf8").includes(`/${name}.ts"`),
    (test) => test.includes(`/test/${basename(dirname(file))}`),
  ];
  const nearest = ways.map((isNear) => all.filter(isNear)).find((found) => found.length > 0) ?? [];
  return [nearest, all.filter((test) => !nearest.includes(test))];
}

/** The tests in a folder, except those with a separate configuration, which need more than Node. */
function testsOf(root: string, folder: string): readonly string[] {
  const files = readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" }).sort();
  return files.map((each) => `${folder}/${each}`).filter((each) => each.endsWith(".test.ts") && !existsSync(`${root}/${dirname(each)}/vitest.config.ts`));
}
