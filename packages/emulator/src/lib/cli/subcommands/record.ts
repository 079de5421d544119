import { UsageError } from "@keywright/cli-kit";
import { CASSETTE_VERSION, type CassetteHeader, type RecordedExchange, createCassette } from "../../record/cassette/cassette.ts";
import { createMasks } from "../../record/cassette/masks.ts";
import { baseOf } from "../../record/cassette/move-addresses.ts";
import { type Proxy, startProxy } from "../../record/proxy/proxy.ts";
import { withoutPositions } from "../../record/compare/compare.ts";
import { recordExchange } from "../../record/cassette/record-exchange.ts";
import { type FoundOperation, operationsIn } from "../../record/cassette/service-contracts.ts";
import { systemClock } from "../../core/time/clock.ts";
import { fileProblem } from "./read-cassette.ts";
import { readUpstream, UPSTREAM_OPTIONS } from "./read-upstream.ts";
import { readOptions, readPort, readServices } from "../input/read-options.ts";
import { listenError } from "../input/start-services.ts";
import type { Subcommand } from "./subcommand.ts";
import { CommandError, type Terminal } from "../input/terminal.ts";

/** `keywright-emulator record`. */
export const RECORD: Subcommand = {
  summary: "records a real server into a cassette",
  usage: `Usage: keywright-emulator record --upstream URL --out FILE [options]

Passes requests on to a real server, and writes them and their responses into a cassette, without secrets.

  --upstream URL    address of the server; https, unless it is on loopback
  --out FILE        the cassette; must not exist
  --service NAME    use only the contract of this service; can be repeated. Default: all
  --port N          port of 127.0.0.1 for your program; 0 picks a free port. Default: 4020
  --allow-insecure-http  accept an upstream address without TLS
  --help            print this text
`,
  async run(args, terminal) {
    const { out, port, ...values } = readOptions(args, { ...UPSTREAM_OPTIONS, out: { type: "string" }, port: { type: "string", default: "4020" } });
    if (out === undefined || out === "") throw new UsageError("--out must be the path of a new file");
    const upstream = readUpstream(values.upstream, values["allow-insecure-http"]);
    const settings = { upstream, services: readServices(values.service), port: readPort("--port", port) };
    const cassette = await createCassette(out, headerOf(upstream)).catch((error: unknown) => {
      throw new CommandError(`${out}: ${fileProblem(error)}`);
    });
    try {
      await recordUntilStopped({ ...settings, append: (exchange) => cassette.append(exchange) }, terminal);
    } finally {
      await cassette.close();
    }
    return 0;
  },
};

/** Returns the first line of a cassette. */
export function headerOf(upstream: URL): CassetteHeader {
  return { cassette: CASSETTE_VERSION, upstream: baseOf(upstream), recordedAt: new Date(systemClock().wallNow()).toISOString() };
}

/** What to record. */
export interface Recording {
  readonly upstream: URL;
  readonly services: readonly string[];
  readonly port: number;
  readonly append: (exchange: RecordedExchange) => Promise<void>;
}

/** Records until the command must end. Reports each warning once for an operation. */
export async function recordUntilStopped({ upstream, services, port, append }: Recording, terminal: Terminal): Promise<void> {
  const find = operationsIn(services);
  const masks = createMasks();
  const reported = new Set<string>();
  const proxy = await open({
    clock: systemClock(),
    upstream,
    port,
    async onExchange(sent, response, durationMs) {
      const exchange = await recordExchange(sent, response, { find, masks, durationMs });
      await append(exchange);
      for (const line of remarkLines(exchange, find(sent.method, sent.path))) {
        if (!reported.has(line)) terminal.complain(line);
        reported.add(line);
      }
    },
    onFailure: (message) => terminal.complain(`${message}\n`),
  });
  try {
    terminal.print(`Records ${baseOf(upstream)} at ${proxy.url}\nPress Ctrl+C to stop.\n`);
    await terminal.stopped;
  } finally {
    await proxy.close();
  }
}

/** Returns warnings, also for filters: replay needs their values, so they are not masked. */
function remarkLines({ operationId, request, response }: RecordedExchange, found: FoundOperation | undefined): readonly string[] {
  const by = operationId ?? `${request.method} ${request.path}`;
  const query = new URLSearchParams(request.query);
  const filters = (found?.operation.parameters ?? []).filter(({ name, isFilter }) => isFilter && query.has(name));
  const warnings = [...filters.map(({ name }) => `${name} is in the cassette as it was sent: do not filter by a secret`), ...request.warnings];
  const lines = [...warnings.map((warning) => `${by}, request: ${warning}\n`), ...response.warnings.map((warning) => `${by}, response: ${warning}\n`)];
  return lines.map(withoutPositions);
}

async function open(options: Parameters<typeof startProxy>[0]): Promise<Proxy> {
  try {
    return await startProxy(options);
  } catch (error) {
    throw listenError(error, "127.0.0.1", options.port);
  }
}
