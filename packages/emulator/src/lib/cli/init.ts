import { writeFile } from "node:fs/promises";
import { isObject } from "../core/json.ts";
import { UsageError } from "./arguments.ts";
import { SAMPLE } from "./sample.ts";
import { SeedError } from "./seed-file.ts";

const DEFAULT_FILE = "seed.yaml";

/**
 * Writes a sample seed file with comments.
 *
 * @returns What to print.
 * @throws SeedError if the file exists or cannot be written.
 */
export async function init(args: readonly string[]): Promise<string> {
  const [path = DEFAULT_FILE, ...more] = args;
  if (more.length > 0 || path.startsWith("-")) throw new UsageError(`init takes the name of a file; got ${args.join(" ")}`);
  if (!/\.ya?ml$/i.test(path)) throw new UsageError(`init writes YAML: the name must end with .yaml; got ${path}`);
  try {
    await writeFile(path, SAMPLE, { flag: "wx" });
  } catch (error) {
    const code = isObject(error) ? error["code"] : undefined;
    throw new SeedError(code === "EEXIST" ? `${path}: the file exists; use another name` : `${path}: the file cannot be written (${String(code ?? error)})`);
  }
  return `Wrote ${path}. Start with: keywright-emulator --seed ${path}\n`;
}
