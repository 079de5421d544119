import { headerProblem, type HeaderValues } from "../core/answer-headers.ts";
import { type Options, readOptions, readPort } from "./read-options.ts";
import { SERVICE_NAMES } from "./start-services.ts";
import { SUBCOMMANDS } from "./subcommands.ts";
import { UsageError } from "./terminal.ts";

/** The settings of the command. */
export interface Settings {
  /** Port of the first service; the others use the next ones. 0 picks free ports. */
  readonly port: number;
  readonly host: string;
  /** Host names to accept in addition to IP addresses, localhost and `host`. */
  readonly allowedHosts: readonly string[];
  /** Path of a file with the initial state. */
  readonly seed: string | undefined;
  /** `undefined` means no control port. */
  readonly controlPort: number | undefined;
  /** Whether to print the addresses as one line of JSON. */
  readonly json: boolean;
  /** Headers to add to every response. */
  readonly headers: HeaderValues;
  /** Whether to log each request. */
  readonly log: boolean;
}

/** What `--help` prints. */
export const USAGE = `Usage: keywright-emulator [options]
${Object.entries(SUBCOMMANDS)
  .map(([name, { summary }]) => `       keywright-emulator ${name} [options]  ${summary}\n`)
  .join("")}
Serves stateful emulators of ${SERVICE_NAMES.join(", ")} for tests.

  --port N          ${SERVICE_NAMES.map((name, index) => (index === 0 ? `${name} listens on N` : `${name} on N + ${index}`)).join(", ")}; 0 picks free ports. Default: 4010
  --host ADDRESS    address to listen on. Default: 127.0.0.1, which other machines cannot reach
  --allow-host NAME accept requests to this host name, such as that of a container; can be repeated
  --seed FILE       initial state as JSON; its schema is seed.schema.json of this package
  --json            print one line of JSON when ready: addresses, tokens and ids
  --control-port N  serve reset, faults, clock and new events on this port of 127.0.0.1; 0 picks a free port. Default: off
  --header 'N: V'   add a header to every response, such as one with a server version; can be repeated
  --log             log each request to standard error
  --help            print this text
`;

const OPTIONS = {
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  "allow-host": { type: "string", multiple: true, default: [] },
  seed: { type: "string" },
  json: { type: "boolean", default: false },
  "control-port": { type: "string" },
  header: { type: "string", multiple: true, default: [] },
  log: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies Options;

/**
 * Reads the arguments of the command.
 *
 * @throws UsageError if they are invalid.
 */
export function readArguments(args: readonly string[]): Settings | "help" {
  const values = readOptions(args, OPTIONS);
  if (values.help) return "help";
  const { host, seed, json, log } = values;
  if (host === "") throw new UsageError("--host must be an address or a name");
  const controlPort = values["control-port"] === undefined ? undefined : readPort("--control-port", values["control-port"]);
  return {
    port: readPort("--port", values.port, 65_536 - SERVICE_NAMES.length),
    host,
    allowedHosts: values["allow-host"],
    seed,
    json,
    log,
    headers: readHeaders(values.header),
    controlPort,
  };
}

function readHeaders(lines: readonly string[]): HeaderValues {
  const headers: { [name: string]: string } = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 0) throw new UsageError(`--header must have the form 'Name: value'; got ${JSON.stringify(line)}`);
    const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    const problem = headerProblem(name, value);
    if (problem !== undefined) throw new UsageError(`--header: ${problem}`);
    if (Object.keys(headers).some((other) => other.toLowerCase() === name.toLowerCase())) throw new UsageError(`--header ${name} must not be repeated`);
    headers[name] = value;
  }
  return headers;
}
