import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import type { Entries } from "./entries.ts";

const COMPILER = createRequire(import.meta.url).resolve("typescript/bin/tsc");

/**
 * Writes the declarations of a package, one file for each module, by each of its `tsconfig.build*.json`: what must do without Node's types is compiled without them.
 *
 * @throws Error with what the compiler found.
 */
export async function writeDeclarations(folder: string, { declarations }: Entries): Promise<void> {
  if (declarations.length === 0) return;
  const configs = (await readdir(folder)).filter((name) => /^tsconfig\.build.*\.json$/.test(name)).sort();
  if (configs.length === 0) throw new Error(`${folder} has no tsconfig.build.json, by which its declarations are made.`);
  for (const config of configs) {
    const { ok, output } = await runCommand(process.execPath, [COMPILER, "-p", join(folder, config), "--pretty", "false"], { folder });
    if (!ok) throw new Error(output);
  }
}
