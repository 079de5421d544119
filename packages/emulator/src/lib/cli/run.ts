import type { ExchangeSummary } from "../core/emulator-options.ts";
import type { EmulatorServer } from "../core/node-server.ts";
import { readArguments, type Settings, USAGE } from "./arguments.ts";
import { createControl } from "../control/create-control.ts";
import { CONTROL, readyFacts, readyText } from "./ready.ts";
import { readSeedFile } from "./seed-file.ts";
import { createServices, listen } from "./start-services.ts";
import type { Subcommand } from "./subcommand.ts";
import { SUBCOMMANDS } from "./subcommands.ts";
import { CommandError, type ExitCode, type Terminal, UsageError } from "./terminal.ts";

const LOOPBACK = "127.0.0.1";

/**
 * Runs the command, or the subcommand that the first argument names, until it must end.
 */
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

/** The command without a subcommand. */
const SERVE: Pick<Subcommand, "usage" | "run"> = {
  usage: USAGE,
  async run(args, terminal) {
    const settings = readArguments(args);
    if (settings === "help") terminal.print(USAGE);
    else await serve(settings, terminal);
    return 0;
  },
};

async function serve({ port, host, allowedHosts, seed, json, headers, log, controlPort }: Settings, terminal: Terminal): Promise<void> {
  const logLine = (service: string, exchange: ExchangeSummary): void => terminal.complain(lineOf(service, exchange));
  const { services, clock } = createServices(seed === undefined ? {} : await readSeedFile(seed), headers, log ? logLine : undefined);
  const servers: EmulatorServer[] = [];
  const open = async (...options: Parameters<typeof listen>): Promise<string> => {
    const server = await listen(...options);
    servers.push(server);
    return server.url;
  };
  try {
    const addresses = new Map<string, string>();
    for (const [name, { emulator }] of services) {
      const own = port === 0 ? 0 : port + addresses.size;
      addresses.set(name, await open(emulator, { host, allowedHosts, port: own }));
    }
    // Only on loopback: anyone who can reach it can change the state.
    if (controlPort !== undefined) addresses.set(CONTROL, await open(createControl(services, clock), { host: LOOPBACK, port: controlPort }));
    terminal.print(json ? `${JSON.stringify(readyFacts(services, addresses))}\n` : readyText(services, addresses));
    await terminal.stopped;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** Returns a line of the log, without query, headers and body, because these contain secrets. */
function lineOf(service: string, { at, method, path, status, operationId, faulted, isExample }: ExchangeSummary): string {
  return `${at.toISOString()} ${service} ${method} ${path} ${status ?? "-"} ${operationId ?? "-"}${faulted ? " fault" : ""}${isExample ? " example" : ""}\n`;
}
