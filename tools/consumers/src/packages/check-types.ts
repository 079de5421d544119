import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { checkConsumers, writeConsumers } from "@keywright/tool-check/check-consumers";
import type { Cell } from "./cells.ts";
import { installPinned } from "./pinned.ts";

/** Supported compilers, the oldest first. */
const COMPILERS = ["5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "6.0", "7.0"];

/** Returns the package.json of each supported compiler. */
export async function findCompilers(): Promise<readonly string[]> {
  const resolvePinned = await installPinned("compilers");
  return COMPILERS.map((version) => resolvePinned(`typescript-${version}/package.json`));
}

export type ModuleResolution = NonNullable<Parameters<typeof checkConsumers>[2]>;

type Names = readonly string[];

/** Type-checks a use of each installed package with each compiler. */
export async function checkTypes(installer: string, project: string, names: Names, compilers: Names, only?: ModuleResolution): Promise<readonly Cell[]> {
  const folder = join(project, "types");
  const missing = await writeConsumers(folder, resolve(import.meta.dirname, "../../../check/consumers"), names);
  const consumers = `${(await readdir(join(folder, "src"))).length} consumers`;
  if (missing.length > 0) throw new Error(missing.join("\n"));
  const cells: Cell[] = [];
  for (const compiler of compilers) {
    for (const { name, modules, findings } of await checkConsumers(folder, compiler, only)) {
      const sound = findings.length === 0;
      cells.push({ where: `${installer}, ${name}`, what: modules, state: sound ? "ok" : "red", detail: sound ? consumers : findings.join("\n") });
    }
  }
  return cells;
}
