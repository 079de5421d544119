import { createRequire } from "node:module";
import { platformClock } from "@keywright/core/client";
import { readArguments, readLogFormat, USAGE } from "./arguments.ts";
import { type ExitCode, exitSetAside, exitWith } from "./exit.ts";
import { follow } from "./follow.ts";
import { createLog } from "./log.ts";
import { streamSink } from "./sink.ts";
import { type ServiceName, serviceOf } from "./streams.ts";
import type { Surroundings } from "./surroundings.ts";

/** Runs the command to its end and logs why it ended. User errors become exit codes. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { stdout, stderr, clock = platformClock } = surroundings;
  const log = createLog(readLogFormat(args), stderr, clock);
  let services: readonly ServiceName[] = [];
  try {
    const settings = readArguments(args, clock.wallNow());
    if (settings === "help" || settings === "version") {
      await streamSink(stdout).write(settings === "help" ? USAGE : `${ownVersion()}\n`);
      return 0;
    }
    services = [...new Set(settings.streams.map(serviceOf))];
    const { failure, setAside } = await follow(settings, surroundings, log);
    const code = failure === undefined ? 0 : exitWith(failure, services, log);
    return code === 0 && setAside > 0 ? exitSetAside(setAside, settings, log) : code;
  } catch (error) {
    return exitWith({ error }, services, log);
  }
}

/** Returns the version. It is found by package name, because the built code has another folder depth. */
function ownVersion(): string {
  const { version }: { readonly version: string } = createRequire(import.meta.url)("@keywright/tail/package.json");
  return version;
}
