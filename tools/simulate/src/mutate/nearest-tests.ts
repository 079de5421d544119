import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Fault, readFaults } from "./read-faults.ts";

/** Packages whose tests cover another: only some contracts and dead letters need parts of core. */
const COVERED_BY: Readonly<Record<string, readonly string[]>> = {
  core: ["generate", "tail"],
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
  // `vault/failures` is a test of another package.
  const foreign = tests.flatMap((test) => {
    const [other = "", called] = test.split("/");
    return called === undefined ? [] : testsOf(root, `packages/${other}/test`).filter((each) => isCalled(each, called));
  });
  const name = basename(file, ".ts");
  const ways: readonly ((test: string) => boolean)[] = [
    (test) => tests.some((called) => isCalled(test, called)),
    (test) => basename(test).startsWith(name) || readFileSync(`${root}/${test}`, "utf8").includes(`/${name}.ts"`),
    (test) => test.includes(`/test/${basename(dirname(file))}`),
  ];
  const named = ways.map((isNear) => all.filter(isNear)).find((found) => found.length > 0) ?? [];
  const nearest = [...named, ...foreign];
  return [nearest, all.filter((test) => !nearest.includes(test))];
}

/** Returns the packages that have tests, but not that of a file. */
export function otherPackages({ file }: Fault, tests: readonly string[]): readonly string[] {
  const all = new Set(tests.map(packageOf));
  return all.has(packageOf(file)) ? [] : [...all];
}

/** `a` and `a.isolated` are both names of `a.isolated.test.ts`. */
function isCalled(test: string, name: string): boolean {
  return basename(test).replace(/(\.isolated)?\.test\.ts$/, "") === name.replace(/\.isolated$/, "");
}

function packageOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

/** The tests in a folder, except those with a separate configuration, which need more than Node. */
function testsOf(root: string, folder: string): readonly string[] {
  const files = readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" }).sort();
  return files.map((each) => `${folder}/${each}`).filter((each) => each.endsWith(".test.ts") && !existsSync(`${root}/${dirname(each)}/vitest.config.ts`));
}
