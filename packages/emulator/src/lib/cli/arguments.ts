import { parseArgs } from "node:util";
import { headerProblem, type HeaderValues } from "../core/answer-headers.ts";
import { SERVICE_NAMES } from "./start-services.ts";

/** What the command is told to do. */
export interface Settings {
  /** That of the first service; the others take those behind it. 0 picks free ones. */
  readonly port: number;
  readonly host: string;
  /** Names that requests may be addressed to, besides IP addresses, localhost and `host`. */
  readonly allowedHosts: readonly string[];
  /** Path of a file with the state at first. */
  readonly seed: string | undefined;
  /** `undefined` leaves the control off. */
  readonly controlPort: number | undefined;
  /** Whether the addresses are printed as one line of JSON. */
  readonly json: boolean;
  /** Headers that every answer has. */
  readonly headers: HeaderValues;
  /** Whether each request is logged. */
  readonly log: boolean;
}

/** The command was called in a way that it does not know. */
export class UsageError extends Error {}

/** What `--help` prints. */
export const USAGE = `Usage: keywright-emulator [options]

Serves ${SERVICE_NAMES.join(", ")}, stateful, for tests.

  --port N          ${SERVICE_NAMES.map((name, index) => (index === 0 ? `${name} listens on N` : `${name} on N + ${index}`)).join(", ")}; 0 picks free ones. Default: 4010
  --host ADDRESS    the address to listen on. Default: 127.0.0.1, which no other machine reaches
  --allow-host NAME a host name that requests may be addressed to, such as that of a container; may be given more than once
  --seed FILE       the state at first, as JSON; seed.schema.json of this package describes it
  --json            print one line of JSON when ready: addresses, tokens and ids to begin with
  --control-port N  reset, faults, clock and new events on this port of 127.0.0.1; 0 picks a free one. Default: off
  --header 'N: V'   a header that every answer has, such as one with the server's version; may be given more than once
  --log             a line for each request on standard error
  --help            this text
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
} as const satisfies NonNullable<Parameters<typeof parseArgs>[0]>["options"];

/**
 * Reads the arguments of the command; `help` where it is only asked what it does.
 *
 * @throws UsageError where they are not understood.
 */
export function readArguments(args: readonly string[]): Settings | "help" {
  const values = parsed(args);
  if (values.help) return "help";
  const { host, seed, json, log } = values;
  if (host === "") throw new UsageError("--host must be an address or a name");
  const controlPort = values["control-port"] === undefined ? undefined : readPort("--control-port", values["control-port"], 65_535);
  // The other services stand behind the first port.
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

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readHeaders(lines: readonly string[]): HeaderValues {
  const headers: { [name: string]: string } = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 0) throw new UsageError(`--header must have the form 'Name: value'; got ${JSON.stringify(line)}`);
    const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    const problem = headerProblem(name, value);
    if (problem !== undefined) throw new UsageError(`--header: ${problem}`);
    if (Object.keys(headers).some((other) => other.toLowerCase() === name.toLowerCase())) throw new UsageError(`--header ${name} is given more than once`);
    headers[name] = value;
  }
  return headers;
}

function readPort(option: string, text: string, highest: number): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= highest)) throw new UsageError(`${option} must be a whole number of 0 to ${highest}; got ${text}`);
  return port;
}
