import type { ExchangeSummary } from "../core/emulator-options.ts";
import { type OffsetClock, systemClock } from "../core/clock.ts";
import type { Services } from "../core/emulated.ts";
import type { EmulatorServer } from "../core/node-server.ts";
import { readArguments, type Settings, USAGE, UsageError } from "./arguments.ts";
import { type Changes, createChanges } from "../control/changes.ts";
import { createControl } from "../control/create-control.ts";
import { linkTo } from "../control/page.ts";
import { createSession } from "../control/session.ts";
import { init } from "./init.ts";
import { CONTROL, readyFacts, readyText } from "./ready.ts";
import { createSaver, type Saver } from "./saver.ts";
import { readSeedFile, SeedError } from "./seed-file.ts";
import { openStateFolder } from "./state-folder.ts";
import { createServices, listen, ListenError } from "./start-services.ts";

/** The process of the command. */
export interface Terminal {
  print(text: string): void;
  complain(text: string): void;
  /** Resolves when the command must end. */
  readonly stopped: Promise<void>;
}

const LOOPBACK = "127.0.0.1";

/**
 * Runs the command until it must end.
 *
 * @returns The exit code: 0, 1 if it cannot start, 2 if the arguments are invalid.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    const [command, ...rest] = args;
    if (command === "init") {
      terminal.print(await init(rest));
      return 0;
    }
    const settings = readArguments(args);
    if (settings === "help") terminal.print(USAGE);
    else await serve(settings, terminal);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    if (!(error instanceof SeedError || error instanceof ListenError)) throw error;
    terminal.complain(`${error.message}\n`);
    return 1;
  }
}

async function serve(settings: Settings, terminal: Terminal): Promise<void> {
  const folder = settings.state === undefined ? undefined : await openStateFolder(settings.state);
  try {
    const seed = folder?.seed ?? (settings.seed === undefined ? {} : await readSeedFile(settings.seed));
    let saver: Saver | undefined;
    // Any request can change the state: the vault records reads, too.
    const changes = createChanges(() => saver?.changed());
    const onExchange = (service: string, exchange: ExchangeSummary): void => {
      if (settings.log) terminal.complain(lineOf(service, exchange));
      changes.requested();
    };
    const isWatched = settings.log || settings.controlPort !== undefined || folder !== undefined;
    const { services, clock } = createServices(seed, settings.headers, isWatched ? onExchange : undefined);
    const failed = (error: Error): void => terminal.complain(`${error.message}\n`);
    if (folder !== undefined) saver = createSaver(() => folder.write(services, clock), failed, systemClock());
    await listenUntilStopped({ services, clock, changes }, settings, terminal);
    await saver?.close();
  } finally {
    await folder?.release();
  }
}

interface Started {
  readonly services: Services;
  readonly clock: OffsetClock;
  readonly changes: Changes;
}

async function listenUntilStopped(
  { services, clock, changes }: Started,
  { port, host, allowedHosts, json, controlPort, ui }: Settings,
  terminal: Terminal,
): Promise<void> {
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
    const session = ui ? createSession() : undefined;
    if (controlPort !== undefined)
      addresses.set(CONTROL, await open(createControl(services, clock, { changes, session, addresses }), { host: LOOPBACK, port: controlPort }));
    const page = session === undefined ? undefined : linkTo(addresses.get(CONTROL) ?? "", session);
    terminal.print(json ? `${JSON.stringify(readyFacts(services, addresses, page))}\n` : readyText(services, addresses, page));
    await terminal.stopped;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** Returns a line of the log, without query, headers and body, because these contain secrets. */
function lineOf(service: string, { at, method, path, status, operationId, faulted, isExample }: ExchangeSummary): string {
  return `${at.toISOString()} ${service} ${method} ${path} ${status ?? "-"} ${operationId ?? "-"}${faulted ? " fault" : ""}${isExample ? " example" : ""}\n`;
}
