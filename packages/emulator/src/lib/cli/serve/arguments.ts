import { type Options, UsageError } from "@keywright/cli-kit";
import { headerProblem, type HeaderValues } from "../../core/http/response-headers.ts";
import { SCENARIOS } from "../../scenarios/built-in.ts";
import { readOptions, readPort, readServices } from "../input/read-options.ts";
import { SERVICE_NAMES } from "../input/start-services.ts";
import { SUBCOMMANDS } from "../subcommands/subcommands.ts";

/** The settings of the command. */
export interface Settings {
  /** Port of the first service; the others use the next ones. 0 picks free ports. */
  readonly port: number;
  readonly host: string;
  /** Host names to accept in addition to IP addresses, localhost and `host`. */
  readonly allowedHosts: readonly string[];
  /** Path of a file with the initial state. */
  readonly seed: string | undefined;
  /** Path of a folder that keeps the state between runs. */
  readonly state: string | undefined;
  /** `undefined` means no control port. */
  readonly controlPort: number | undefined;
  /** Whether to print the addresses as one line of JSON. */
  readonly json: boolean;
  /** Headers to add to every response. */
  readonly headers: HeaderValues;
  /** How to log each request; `undefined` means no log. */
  readonly log: LogFormat | undefined;
  /** How many accounts each service has; `undefined` means one, without a fixed token. */
  readonly accounts: number | undefined;
  /** Names of the services to start. */
  readonly services: readonly string[];
  /** Origins of web pages that can call the services. */
  readonly cors: readonly string[];
  /** Paths of files with a certificate and its key, in PEM. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Names of scenarios, and paths of files with scenarios. */
  readonly scenarios: readonly string[];
  /** Whether to serve a page on the control port. */
  readonly ui: boolean;
}

/** The form of a line of the log. */
export type LogFormat = "text" | "json";

/** What `--help` prints. */
export const USAGE = `Usage: keywright-emulator [options]
${Object.entries(SUBCOMMANDS)
  .map(([name, { summary }]) => `       keywright-emulator ${name} [options]  ${summary}\n`)
  .join("")}
Serves stateful emulators of ${SERVICE_NAMES.join(", ")} for tests.

  --port N          ${SERVICE_NAMES.map((name, index) => (index === 0 ? `${name} listens on N` : `${name} on N + ${index}`)).join(", ")}; 0 picks free ports. Default: 4010
  --host ADDRESS    address to listen on. Default: 127.0.0.1, which other machines cannot reach
  --allow-host NAME accept requests to this host name, such as that of a container; can be repeated
  --seed FILE       initial state as JSON or YAML; its schema is seed.schema.json of this package
  --state DIR       keep the state in this folder between runs; --seed is for the first run
  --json            print one line of JSON when ready: addresses, tokens and ids
  --control-port N  serve requests, faults, clock, tokens and reset on this port of 127.0.0.1; 0 picks a free port. Default: off
  --header 'N: V'   add a header to every response, such as one with a server version; can be repeated
  --ui              print a link to a page that shows and controls the emulator, on the control port
  --log [FORMAT]    log each request to standard error, as text or json
  --service NAME    start only this service; can be repeated. The ports count from --port
  --accounts N      N accounts of each service, each with its own state, whose tokens are token-of-account-1 to
                    token-of-account-N; without a control port, page, scenario, state folder and log in JSON.
                    Logs have 100 events. When first used, an account takes about 0.1 MB of management, 1 MB of vault,
                    0.2 MB of events. Bearer tokens select the account; the log names account-1 without a known one
  --scenario NAME   start with the faults of a scenario, ${SCENARIOS.map(({ name }) => name).join(", ")} or one of a file; can be repeated
  --cors ORIGIN     let web pages of this origin call the services, or of all with *; can be repeated
  --cert FILE       serve the services over https with this certificate (PEM), together with --key FILE
  --version         print the version
  --help            print this text
`;

const OPTIONS = {
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  "allow-host": { type: "string", multiple: true, default: [] },
  seed: { type: "string" },
  state: { type: "string" },
  json: { type: "boolean", default: false },
  "control-port": { type: "string" },
  header: { type: "string", multiple: true, default: [] },
  log: { type: "string" },
  service: { type: "string", multiple: true, default: [] },
  accounts: { type: "string" },
  scenario: { type: "string", multiple: true, default: [] },
  cors: { type: "string", multiple: true, default: [] },
  cert: { type: "string" },
  key: { type: "string" },
  version: { type: "boolean", default: false },
  ui: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies Options;

/**
 * Reads the arguments of the command.
 *
 * @throws UsageError if they are invalid.
 */
export function readArguments(args: readonly string[]): Settings | "help" | "version" {
  const values = readOptions(
    args.map((arg, index) => (arg === "--log" && !isLogFormat(args[index + 1]) ? "--log=text" : arg)),
    OPTIONS,
  );
  if (values.help) return "help";
  if (values.version) return "version";
  const { host, seed, state, json, ui } = values;
  const services = readServices(values.service);
  if (state !== undefined && values.service.length > 0) throw new UsageError("--state keeps all services: leave out --service");
  if (host === "") throw new UsageError("--host must be an address or a name");
  const control = values["control-port"] ?? (ui ? "0" : undefined);
  const controlPort = control === undefined ? undefined : readPort("--control-port", control);
  return {
    port: readPort("--port", values.port, 65_536 - services.length),
    host,
    allowedHosts: values["allow-host"],
    seed,
    state,
    json,
    log: readLogFormat(values.log),
    services,
    accounts: readAccounts(values.accounts, {
      "--control-port": values["control-port"] !== undefined,
      "--ui": ui,
      "--scenario": values.scenario.length > 0,
      "--state": state !== undefined,
      "--log json": values.log === "json",
    }),
    scenarios: values.scenario,
    cors: values.cors.map(readOrigin),
    tls: readTls(values.cert, values.key),
    ui,
    headers: readHeaders(values.header),
    controlPort,
  };
}

/** Reads `--accounts`. Options that act on a single state are errors together with it. */
function readAccounts(text: string | undefined, single: { readonly [option: string]: boolean }): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > 100_000) throw new UsageError(`--accounts must be a whole number of 1 to 100000; got ${text}`);
  const [option] = Object.keys(single).filter((name) => single[name] === true);
  if (option !== undefined) throw new UsageError(`${option} does not know which account is meant: leave it out with --accounts`);
  return count;
}

const LOG_FORMATS: readonly (string | undefined)[] = ["text", "json"] satisfies readonly LogFormat[];

function isLogFormat(text: string | undefined): text is LogFormat {
  return LOG_FORMATS.includes(text);
}

function readLogFormat(text: string | undefined): LogFormat | undefined {
  if (text === undefined || isLogFormat(text)) return text;
  throw new UsageError(`--log must be ${LOG_FORMATS.join(" or ")}; got ${text}`);
}

function readOrigin(text: string): string {
  if (text === "*" || (URL.canParse(text) && new URL(text).origin === text)) return text;
  throw new UsageError(`--cors must be an origin such as http://localhost:5173, or *; got ${text}`);
}

function readTls(cert: string | undefined, key: string | undefined): Settings["tls"] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new UsageError("--cert and --key belong together: give both");
  return { cert, key };
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
