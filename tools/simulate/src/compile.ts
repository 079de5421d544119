import { Script } from "node:vm";
import type { Surroundings } from "./world/surroundings.ts";

/** The programs by name. Each runs in the surroundings that it is passed. */
export type Programs = Readonly<Record<"follow" | "tail" | "write", (surroundings: Surroundings) => Promise<void>>>;

/** Loads the programs for one process, with separate modules and with these globals instead of the platform's. */
export type Load = (globals: Readonly<Record<string, unknown>>) => Programs;

/** Parameters of the script that hide the globals of the same names. */
const SEAMS = ["setTimeout", "clearTimeout", "setImmediate", "performance", "Date", "Math", "crypto", "fetch", "process", "console", "require", "globalThis"];

/** Compiles a bundle once. */
export function compilePrograms(text: string): Load {
  const script = new Script(`(function (${SEAMS.join(", ")}) { const module = { exports: {} }, exports = module.exports;\n${text}\nreturn module.exports; })`);
  const create = script.runInThisContext() as (...globals: unknown[]) => Programs;
  return (globals) => create(...SEAMS.map((name) => globals[name]));
}
