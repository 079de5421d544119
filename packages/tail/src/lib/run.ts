import { platformClock } from "@keywright/core/client";
import { readArguments, readLogFormat } from "./arguments.ts";
import { checkConfig } from "./check-config.ts";
import { createTables } from "./create-tables.ts";
import { type ExitCode, exitSetAside, exitWith } from "./exit.ts";
import { follow } from "./follow.ts";
import { createLog } from "./log.ts";
import { createSender } from "./sender.ts";
import { streamSink } from "./sink.ts";
import { type ServiceName, serviceOf } from "./streams.ts";
import type { Surroundings } from "./surroundings.ts";
import { USAGE } from "./usage.ts";
import { ownVersion } from "./version.ts";

/** Runs the command to its end and logs why it ended. User errors become exit codes. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { stdout, stderr, clock = platformClock } = surroundings;
  let log = createLog(readLogFormat(args), stderr, clock);
  let services: readonly ServiceName[] = [];
  try {
    const command = readArguments(args, clock.wallNow());
    if (command.does === "print") {
      await streamSink(stdout).write(command.what === "help" ? USAGE : `${ownVersion()}\n`);
      return 0;
    }
    const { settings } = command;
    services = [...new Set(settings.jobs.map(({ stream }) => serviceOf(stream)))];
    if (command.does === "check") return await checkConfig(settings, command.mistakes, surroundings);
    log = createLog(settings.log, stderr, clock);
    if (command.does === "create-tables") {
      await createTables(settings.jobs, { env: surroundings.env, sender: await createSender(settings, surroundings) });
      return 0;
    }
    const { failure, setAside } = await follow(settings, surroundings, log);
    const code = failure === undefined ? 0 : exitWith(failure, services, log);
    return code === 0 && setAside.files.length > 0 ? exitSetAside(setAside, log) : code;
  } catch (error) {
    return exitWith({ error }, services, log);
  }
}
