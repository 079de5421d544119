import { readFile, writeFile } from "node:fs/promises";
import { UsageError } from "@keywright/cli-kit";
import { isObject } from "../../core/values/json.ts";
import { packageFile } from "../../core/package-file.ts";
import type { Subcommand } from "./subcommand.ts";
import { CommandError } from "../input/terminal.ts";

const DEFAULT_FILE = "seed.yaml";

/** `keywright-emulator init`. */
export const INIT: Subcommand = {
  summary: `writes a sample seed file, ${DEFAULT_FILE} by default`,
  usage: `Usage: keywright-emulator init [FILE]

Writes a sample seed file with comments, ${DEFAULT_FILE} by default. The name must end with .yaml.
`,
  async run(args, terminal) {
    const [path = DEFAULT_FILE, ...more] = args;
    if (more.length > 0 || path.startsWith("-")) throw new UsageError(`init takes the name of a file; got ${args.join(" ")}`);
    if (!/\.ya?ml$/i.test(path)) throw new UsageError(`init writes YAML: the name must end with .yaml; got ${path}`);
    const sample = await readFile(packageFile("seed.sample.yaml"));
    try {
      await writeFile(path, sample, { flag: "wx" });
    } catch (error) {
      const code = isObject(error) ? error["code"] : undefined;
      throw new CommandError(
        code === "EEXIST" ? `${path}: the file exists; use another name` : `${path}: the file cannot be written (${String(code ?? error)})`,
      );
    }
    terminal.print(`Wrote ${path}. Start with: keywright-emulator --seed ${path}\n`);
    return 0;
  },
};
