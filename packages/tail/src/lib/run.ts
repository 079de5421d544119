import { platformClock } from "@keywright/core/client";
import { readArguments, readLogFormat } from "./command/arguments.ts";
import { auditJobs } from "./audit-jobs.ts";
import { checkConfig } from "./check-config.ts";
import { createTables } from "./create-tables.ts";
import { type ExitCode, exitWithDeadLetters, exitWith } from "./report/exit.ts";
import { explainEvent } from "./explain.ts";
import { followJobs } from "./follow-jobs.ts";
import { createLog } from "./report/log.ts";
import { createSender } from "./connections/sender.ts";
import { streamOutput } from "./output/line-output.ts";
import { type ServiceName, serviceOf } from "./events/streams.ts";
import { runWorker } from "./worker.ts";
import type { CommandContext } from "./settings/command-context.ts";
import { ownVersion, USAGE } from "./command/usage.ts";

/** Runs the command to its end and logs why it ended. User errors become exit codes. */
export async function run(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const { stdout, stderr, clock = platformClock } = context;
  let log = createLog(readLogFormat(args), stderr, clock);
  let services: readonly ServiceName[] = [];
  try {
    const command = readArguments(args, clock.wallNow());
    if (command.does === "print") {
      await streamOutput(stdout).write(command.what === "help" ? USAGE : `${ownVersion()}\n`);
      return 0;
    }
    if (command.does === "explain") {
      await streamOutput(stdout).write(await explainEvent(command));
      return 0;
    }
    const { settings } = command;
    // Those of a fleet are in its file, and not in the environment.
    if (!("config" in command) || command.config === undefined) services = [...new Set(settings.jobs.map(({ stream }) => serviceOf(stream)))];
    if (command.does === "check") return await checkConfig(settings, command, context);
    log = createLog(settings.log, stderr, clock);
    if (command.does === "worker") return await runWorker(settings, command, context, log);
    const pools = async () => ({ env: context.env, sender: await createSender(settings, context) });
    if (command.does === "create-tables" || command.does === "create-fleet-tables") {
      await createTables(settings, command.does === "create-fleet-tables", await pools(), log);
      return 0;
    }
    if (command.does === "fleet") {
      const { runFleetCommand } = await import("./fleet/commands.ts");
      return await runFleetCommand(command, settings, await pools(), (text) => streamOutput(stdout).write(text));
    }
    if (command.does === "audit") return await auditJobs(settings, command, context, log);
    const { failure, deadLetter } = await followJobs(settings, context, log);
    const code = failure === undefined ? 0 : exitWith(failure, services, log);
    return code === 0 && deadLetter.files.length > 0 ? exitWithDeadLetters(deadLetter, log) : code;
  } catch (error) {
    return exitWith({ error }, services, log);
  }
}
