import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { checkConsumers, writeConsumers } from "@keywright/tool-check/check-consumers";
import type { Cell } from "./cells.ts";
import { installPinned } from "./pinned.ts";

/** From the oldest supported one to the newest. */
const COMPILERS = ["5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "6.0", "7.0"];

/** Finds every compiler that users may have: the package.json of each. */
export async function findCompilers(): Promise<readonly string[]> {
  const resolvePinned = await installPinned("compilers");
  return COMPILERS.map((version) => resolvePinned(`typescript-${version}/package.json`));
}

/** Type checks a use of each installed package by each compiler, as Node and as bundlers resolve modules. */
export async function checkTypes(installer: string, project: string, names: readonly string[], compilers: readonly string[]): Promise<readonly Cell[]> {
  const folder = join(project, "types");
  const missing = await writeConsumers(folder, resolve(import.meta.dirname, "../../../check/consumers"), names);
  const consumers = `${(await readdir(join(folder, "src"))).length} consumers`;
  const cells: Cell[] = missing.map((detail) => ({ where: installer, what: "a consumer", state: "red", detail }));
  for (const compiler of compilers) {
    for (const { what, findings } of await checkConsumers(folder, compiler)) {
      const [, name = "", modules = ""] = /(TypeScript \S+), (\S+)/.exec(what) ?? [];
      const sound = findings.length === 0;
      cells.push({ where: `${installer}, ${name}`, what: modules, state: sound ? "ok" : "red", detail: sound ? consumers : findings.join("\n") });
    }
  }
  return cells;
}
