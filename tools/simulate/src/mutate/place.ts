import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { plant } from "@keywright/tool-simulate/plant";
import type { Fault } from "./fault.ts";
import type { Group } from "./groups.ts";

/** A fault with the file that it is planted in. */
export interface PlacedFault extends Fault {
  readonly group: Group;
  /** The file, from the repository's root. */
  readonly path: string;
}

/** Finds the file of each fault of a group. @throws Error unless each has one. */
export function placeFaults(root: string, group: Group): readonly PlacedFault[] {
  const sources = sourcesOf(root, group);
  return group.faults.map((fault) => {
    const end = fault.file.startsWith("/") ? fault.file : `/${fault.file}`;
    const [path, ...others] = sources.filter((source) => source.endsWith(end));
    if (path === undefined || others.length > 0)
      throw new Error(`${fault.id}: one source must end with ${fault.file}; there are ${[path, ...others].join(", ") || "none"}`);
    return { ...fault, group, path };
  });
}

/** The source of a file with a fault in it. @throws Error unless the place of the fault is there exactly once. */
export function plantedSource(root: string, fault: PlacedFault): string {
  return plant(readFileSync(`${root}/${fault.path}`, "utf8"), fault);
}

/** The tests that a fault names; or those that have the name of its file, such as `retry.test.ts` and `retry-after.test.ts` for `retry.ts`, or import it; or those of its folder's name. */
export function nearestTests(root: string, { group, path, tests: own = [] }: PlacedFault): readonly string[] {
  const tests = testsOf(root, group);
  const name = basename(path, ".ts");
  const ways: readonly ((test: string) => boolean)[] = [
    (test) => own.includes(basename(test, ".test.ts")),
    (test) => basename(test).startsWith(name) || readFileSync(`${root}/${test}`, "utf8").includes(`/${name}.ts"`),
    (test) => test.includes(`/test/${basename(dirname(path))}`),
  ];
  return ways.map((isNear) => tests.filter(isNear)).find((found) => found.length > 0) ?? [];
}

/** All tests of a package, but those with a configuration of their own, which need more than Node. */
export function testsOf(root: string, { folders, tests = [] }: Group): readonly string[] {
  return [...folders, ...tests]
    .flatMap((folder) => filesIn(root, `${folder}/test`, ".test.ts"))
    .filter((test) => !existsSync(`${root}/${dirname(test)}/vitest.config.ts`));
}

function sourcesOf(root: string, { folders }: Group): readonly string[] {
  return folders.flatMap((folder) => filesIn(root, `${folder}/src`, ".ts"));
}

function filesIn(root: string, folder: string, end: string): readonly string[] {
  if (!existsSync(`${root}/${folder}`)) return [];
  return readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(end))
    .map((file) => `${folder}/${file}`)
    .sort();
}
