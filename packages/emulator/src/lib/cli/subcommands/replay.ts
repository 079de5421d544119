import { createReplay } from "../../record/replay/replay.ts";
import { operationsIn } from "../../record/cassette/service-contracts.ts";
import { readCassetteOption } from "./read-cassette.ts";
import { readOptions, readPort, readServices } from "../input/read-options.ts";
import { listen } from "../input/start-services.ts";
import type { Subcommand } from "./subcommand.ts";

/** `keywright-emulator replay`. */
export const REPLAY: Subcommand = {
  summary: "returns the responses of a cassette",
  usage: `Usage: keywright-emulator replay --cassette FILE [options]

Returns responses as they were recorded. Equal requests get theirs in turn, then the last one again.
A request that the cassette does not have gets status 501, with the closest one and what differs.

  --cassette FILE   a cassette of keywright-emulator record
  --service NAME    the option of the recording; can be repeated. Default: all
  --port N          port of 127.0.0.1; 0 picks a free port. Default: 4020
  --help            print this text
`,
  async run(args, terminal) {
    const { cassette, service, port } = readOptions(args, {
      cassette: { type: "string" },
      service: { type: "string", multiple: true, default: [] },
      port: { type: "string", default: "4020" },
    });
    const options = { host: "127.0.0.1", port: readPort("--port", port) };
    const find = operationsIn(readServices(service));
    const recorded = await readCassetteOption(cassette, terminal);
    const server = await listen(createReplay(recorded, { find, onMiss: (message) => terminal.complain(`${message}\n`) }), options);
    try {
      terminal.print(`Replays ${recorded.exchanges.length} requests to ${recorded.header.upstream} at ${server.url}\nPress Ctrl+C to stop.\n`);
      await terminal.stopped;
    } finally {
      await server.close();
    }
    return 0;
  },
};
