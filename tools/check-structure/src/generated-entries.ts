import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isFile, namesIn } from "./files.ts";

/** Generated modules that `src/index.ts` and `src/node.ts` export again; they are no entries of their own. */
const INNER_MODULES = ["client", "environment", "index"];

type Exports = { readonly [entry: string]: unknown };

/** Whether a contract gives a generated module at all depends on the contract, so clients may differ in these entries. */
export const OPTIONAL_ENTRIES = ["feeds", "filters", "values"];

/**
 * Compares the generated modules of each client with the entries that its package.json publishes.
 *
 * @returns A line for each entry without its module, and for each module without its entry.
 */
export async function compareGeneratedEntries(root: string, services: readonly string[]): Promise<string[]> {
  const findings: string[] = [];
  for (const service of services) {
    const manifest = `packages/${service}/package.json`;
    const folder = `packages/${service}/src/generated`;
    if (!(await isFile(join(root, manifest)))) continue;
    const { exports = {}, publishConfig } = JSON.parse(await readFile(join(root, manifest), "utf8")) as {
      readonly exports?: Exports;
      readonly publishConfig?: { readonly exports?: Exports };
    };
    const modules = (await namesIn(join(root, folder))).filter((name) => name.endsWith(".ts")).map((name) => name.slice(0, -".ts".length));
    const lists = [
      ["exports", exports],
      ["publishConfig.exports", publishConfig?.exports ?? {}],
    ] as const;
    for (const [list, entries] of lists) {
      const published = Object.values(entries).flatMap(generatedModules);
      for (const name of new Set(published))
        if (!modules.includes(name))
          findings.push(
            `${manifest}: ${list} names the generated module ${name}, and ${folder}/${name}.ts is missing; run pnpm generate, or remove the entry.`,
          );
      for (const name of modules)
        if (!INNER_MODULES.includes(name) && !published.includes(name))
          findings.push(`${manifest}: ${list} does not name ${folder}/${name}.ts; add the entry ./${name}.`);
    }
  }
  return findings;
}

/** The generated modules that the value of one entry names: a path, or a path for each condition. */
function generatedModules(target: unknown): string[] {
  if (typeof target === "object" && target !== null) return Object.values(target).flatMap(generatedModules);
  const [, name] = /\/generated\/([\w-]+?)(?:\.d)?\.[jt]s$/.exec(String(target)) ?? [];
  return name === undefined ? [] : [name];
}
