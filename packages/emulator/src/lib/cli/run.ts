import metadata from "@keywright/emulator/package.json" with { type: "json" };
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
import type { Scenario } from "../scenarios/scenario.ts";
import { withCors } from "./cors.ts";
import { jsonLine, textLine } from "./log-lines.ts";
import { startScenarios } from "./scenarios.ts";
import { readSeedFile, readText, SeedError } from "./seed-file.ts";
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
    else if (settings === "version") terminal.print(`${metadata.version}\n`);
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
      if (settings.log === "text") terminal.complain(textLine(service, exchange));
      if (settings.log === "json") {
        const recorded = services.get(service)?.emulator.requests({ since: exchange.sequence - 1 }) ?? [];
        for (const request of recorded) terminal.complain(jsonLine(request));
      }
      changes.requested();
    };
    const isWatched = settings.log !== undefined || settings.controlPort !== undefined || folder !== undefined;
    const { services, clock } = createServices(seed, settings.headers, isWatched ? onExchange : undefined, settings.services);
    const scenarios = await startScenarios(services, settings.scenarios);
    const failed = (error: Error): void => terminal.complain(`${error.message}\n`);
    if (folder !== undefined) saver = createSaver(() => folder.write(services, clock), failed, systemClock());
    await listenUntilStopped({ services, clock, changes, scenarios }, settings, terminal);
    await saver?.close();
  } finally {
    await folder?.release();
  }
}

interface Started {
  readonly services: Services;
  readonly clock: OffsetClock;
  readonly changes: Changes;
  readonly scenarios: readonly Scenario[];
}

async function listenUntilStopped(
  { services, clock, changes, scenarios }: Started,
  { port, host, allowedHosts, json, controlPort, ui, cors, tls: files }: Settings,
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
    const tls = files === undefined ? {} : { tls: { cert: await readText(files.cert), key: await readText(files.key) } };
    for (const [name, { emulator }] of services) {
      const own = port === 0 ? 0 : port + addresses.size;
      addresses.set(name, await open(cors.length === 0 ? emulator : withCors(emulator, cors), { host, allowedHosts, port: own, ...tls }));
    }
    // Only on loopback: anyone who can reach it can change the state.
    const session = ui ? createSession() : undefined;
    if (controlPort !== undefined)
      addresses.set(CONTROL, await open(createControl(services, clock, { changes, session, addresses, scenarios }), { host: LOOPBACK, port: controlPort }));
    const page = session === undefined ? undefined : linkTo(addresses.get(CONTROL) ?? "", session);
    terminal.print(json ? `${JSON.stringify(readyFacts(services, addresses, page))}\n` : readyText(services, addresses, page));
    await terminal.stopped;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}
