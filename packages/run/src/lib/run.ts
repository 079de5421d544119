import { printTo, versionOf } from "@keywright/cli-kit";
import { readArguments, type Settings } from "./command/arguments.ts";
import type { Exit } from "./process/child.ts";
import { completionFor } from "./command/completion.ts";
import { exitWith } from "./exit.ts";
import { inject } from "./inject.ts";
import { createLog } from "./process/log.ts";
import { readOne } from "./read-one.ts";
import { runCommand } from "./run-command.ts";
import { USAGE } from "./command/options.ts";
import type { CommandContext } from "./process/command-context.ts";

export { ignoreClosedPipes } from "@keywright/cli-kit";

/** Runs the command to its end. The cache only loads if it is needed. */
export async function run(args: readonly string[], context: CommandContext): Promise<Exit> {
  const { stdout, stderr } = context;
  let json = args.slice(0, args.includes("--") ? args.indexOf("--") : args.length).includes("--json");
  try {
    const settings = readArguments(args);
    switch (settings.name) {
      case "help":
        return print(USAGE);
      case "version":
        return print(`${versionOf("@keywright/run", import.meta.url)}\n`);
      case "completion":
        return print(completionFor(settings.shell));
      default:
        json = settings.json;
        return await runWithVault(settings, context);
    }
  } catch (error) {
    return { code: exitWith(error, createLog(json, stderr)) };
  }

  async function print(text: string): Promise<Exit> {
    return { code: await printTo(stdout, text) };
  }
}

async function runWithVault(settings: Settings, context: CommandContext): Promise<Exit> {
  switch (settings.name) {
    case "run":
      return runCommand(settings, context);
    case "inject":
      return inject(settings, context);
    case "read":
      return readOne(settings, context);
    case "check":
      return (await import("./lazy-cache.ts")).check(settings, context);
  }
}
