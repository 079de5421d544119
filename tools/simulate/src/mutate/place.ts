import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Fault, plant } from "../fault.ts";
import type { Group, PackageFault } from "./groups.ts";

/** Returns the source of a file with a fault in it. @throws Error unless the place of the fault is there exactly once. */
export function plantedSource(root: string, fault: Fault): string {
  if (!existsSync(`${root}/${fault.file}`)) throw new Error(`${fault.id}: there is no file ${fault.file}`);
  return plant(readFileSync(`${root}/${fault.file}`, "utf8"), fault);
}

/** Returns the tests that a fault names; or those with the name of its file, such as `retry.test.ts` and `retry-after.test.ts` for `retry.ts`, or that import it; or those with the name of its folder. */
export function nearestTests(root: string, { group, file, tests: own = [] }: PackageFault): readonly string[] {
  const tests = testsOf(root, group);
  const name = basename(file, ".ts");
  const ways: readonly ((test: string) => boolean)[] = [
    (test) => own.includes(basename(test, ".test.ts")),
    (test) => basename(test).startsWith(name) || readFileSync(`${root}/${test}`, "utf8").includes(`/${name}.ts"`),
    (test) => test.includes(`/test/${basename(dirname(file))}`),
  ];
  return ways.map((isNear) => tests.filter(isNear)).find((found) => found.length > 0) ?? [];
}

/** Returns all tests of a package, except those with a separate configuration, which need more than Node. */
export function testsOf(root: string, { folders }: Group): readonly string[] {
  return folders
    .map((folder) => `${folder}/test`)
    .flatMap((folder) => {
      const files = readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" });
      return files
        .filter((file) => file.endsWith(".test.ts"))
        .sort()
        .map((file) => `${folder}/${file}`);
    })
    .filter((test) => !existsSync(`${root}/${dirname(test)}/vitest.config.ts`));
}
