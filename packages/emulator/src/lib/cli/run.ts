import { UsageError } from "@keywright/cli-kit";
import metadata from "@keywright/emulator/package.json" with { type: "json" };
import { whichOf } from "../core/values/nearest-name.ts";
import { readArguments, USAGE } from "./serve/arguments.ts";
import { serve } from "./serve/serve.ts";
import type { Subcommand } from "./subcommands/subcommand.ts";
import { SUBCOMMANDS } from "./subcommands/subcommands.ts";
import { CommandError, type ExitCode, type Terminal } from "./input/terminal.ts";

const SERVE: Pick<Subcommand, "usage" | "run"> = {
  usage: USAGE,
  async run(args, terminal) {
    const [name = "-"] = args;
    if (!name.startsWith("-")) throw new UsageError(`${name} is not a subcommand${whichOf(name, Object.keys(SUBCOMMANDS))}`);
    const settings = readArguments(args);
    if (settings === "help") terminal.print(USAGE);
    else if (settings === "version") terminal.print(`${metadata.version}\n`);
    else await serve(settings, terminal);
    return 0;
  },
};

/** Runs the command, or the subcommand that the first argument names, until it must end. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = "", ...rest] = args;
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  const { usage, run: start } = subcommand ?? SERVE;
  try {
    if (subcommand !== undefined && rest.some((argument) => argument === "--help" || argument === "-h")) {
      terminal.print(usage);
      return 0;
    }
    return await start(subcommand === undefined ? args : rest, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (!(error instanceof CommandError)) throw error;
    terminal.complain(`${error.message}\n`);
    return 1;
  }
}
