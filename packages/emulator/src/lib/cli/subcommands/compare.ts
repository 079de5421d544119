import { UsageError } from "@keywright/cli-kit";
import type { Cassette, RecordedExchange } from "../../record/cassette/cassette.ts";
import { compareCassette, comparisonText } from "../../record/compare/compare.ts";
import { operationsIn } from "../../record/cassette/service-contracts.ts";
import { readCassetteOption } from "./read-cassette.ts";
import { readUpstream, UPSTREAM_OPTIONS } from "./read-upstream.ts";
import { readOptions, readPort, readServices } from "../input/read-options.ts";
import { headerOf, recordUntilStopped } from "./record.ts";
import { readSeedFile } from "../input/seed-file.ts";
import { createServices } from "../input/start-services.ts";
import type { Subcommand } from "./subcommand.ts";
import type { Terminal } from "../input/terminal.ts";

/** `keywright-emulator compare`. */
export const COMPARE: Subcommand = {
  summary: "compares recorded responses with the emulator's",
  usage: `Usage: keywright-emulator compare --cassette FILE [options]
       keywright-emulator compare --upstream URL [options]

Sends each recorded request to the emulators, and compares status, media type, headers and the schema of the body.
With --upstream, records a real server until you stop it, and then compares. Exits with 1 if something differs.

  --cassette FILE   a cassette of keywright-emulator record
  --upstream URL    address of a real server; https, unless it is on loopback
  --service NAME    compare only this service; can be repeated. Default: all
  --seed FILE       initial state of the emulators. Default: the default state, at the time of the recording
  --json            print JSON
  --port N          with --upstream: port of 127.0.0.1 for your program; 0 picks a free port. Default: 4020
  --allow-insecure-http  accept an upstream address without TLS
  --help            print this text
`,
  async run(args, terminal) {
    const values = readOptions(args, {
      ...UPSTREAM_OPTIONS,
      cassette: { type: "string" },
      seed: { type: "string" },
      json: { type: "boolean", default: false },
      port: { type: "string", default: "4020" },
    });
    if ((values.cassette === undefined) === (values.upstream === undefined)) throw new UsageError("compare needs either --cassette or --upstream");
    const names = readServices(values.service);
    const find = operationsIn(names);
    const seed = values.seed === undefined ? {} : await readSeedFile(values.seed);
    const port = readPort("--port", values.port);
    const cassette =
      values.upstream === undefined
        ? await readCassetteOption(values.cassette, terminal)
        : await recordNow(readUpstream(values.upstream, values["allow-insecure-http"]), names, port, {
            ...terminal,
            // Standard output is for the comparison.
            print: terminal.complain,
          });
    const { services } = createServices({ time: cassette.header.recordedAt, ...seed }, {}, undefined);
    const operations = await compareCassette(cassette, services, find);
    terminal.print(values.json ? `${JSON.stringify({ operations })}\n` : comparisonText(operations));
    return operations.some(({ different }) => different > 0) ? 1 : 0;
  },
};

async function recordNow(upstream: URL, services: readonly string[], port: number, terminal: Terminal): Promise<Cassette> {
  const exchanges: RecordedExchange[] = [];
  const header = headerOf(upstream);
  const append = async (exchange: RecordedExchange): Promise<void> => void exchanges.push(exchange);
  await recordUntilStopped({ upstream, services, port, append }, terminal);
  return { header, exchanges, isCut: false };
}
