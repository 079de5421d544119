import { type Changes, createChanges } from "../../control/changes.ts";
import { createControl } from "../../control/create-control.ts";
import { linkTo } from "../../control/page.ts";
import { createSession } from "../../control/session.ts";
import { type OffsetClock, systemClock } from "../../core/time/clock.ts";
import type { Services } from "../../core/emulated.ts";
import type { ExchangeSummary } from "../../core/service/emulator-options.ts";
import type { RecordedRequest } from "../../core/log/recorded-request.ts";
import type { EmulatorServer } from "../../core/http/node-server.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import type { Settings } from "./arguments.ts";
import { withCors } from "./cors.ts";
import { CONTROL, readyFacts, readyText } from "./ready.ts";
import { createSaver, type Saver } from "./saver.ts";
import { startScenarios } from "./scenarios.ts";
import { readSeedFile, readText } from "../input/seed-file.ts";
import { createServices, listen } from "../input/start-services.ts";
import { openStateFolder } from "./state-folder.ts";
import type { Terminal } from "../input/terminal.ts";

const LOOPBACK = "127.0.0.1";

/** Serves the emulators until the command must end. */
export async function serve(settings: Settings, terminal: Terminal): Promise<void> {
  const folder = settings.state === undefined ? undefined : await openStateFolder(settings.state);
  try {
    const seed = folder?.seed ?? (settings.seed === undefined ? {} : await readSeedFile(settings.seed));
    let saver: Saver | undefined;
    // Any request can change the state: the vault records reads, too.
    const changes = createChanges(() => saver?.changed());
    const onExchange = (service: string, exchange: ExchangeSummary): void => {
      if (settings.log === "text") terminal.complain(textLine(service, exchange));
      if (settings.log === "json") {
        const recorded = services.get(service)?.emulator.requests({ since: exchange.sequence - 1, limit: 1 }) ?? [];
        for (const request of recorded) terminal.complain(jsonLine(request));
      }
      changes.requested();
    };
    const isWatched = settings.log !== undefined || settings.controlPort !== undefined || folder !== undefined;
    const { services, clock } = createServices(seed, settings.headers, isWatched ? onExchange : undefined, settings.services, settings.accounts);
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

/** Returns a line of the log, without query, headers and body, because these contain secrets. */
function textLine(service: string, { at, method, path, status, operationId, faulted, isExample }: ExchangeSummary): string {
  return `${at.toISOString()} ${service} ${method} ${path} ${status ?? "-"} ${operationId ?? "-"}${faulted ? " fault" : ""}${isExample ? " example" : ""}\n`;
}

/** Returns a recorded request as a line of JSON, without its bodies. */
function jsonLine({ requestBody: _requestBody, responseBody: _responseBody, ...recorded }: RecordedRequest): string {
  return `${JSON.stringify(recorded)}\n`;
}
