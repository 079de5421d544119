import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkOptions, type Rules } from "@keywright/core/client";
import { readGiveUp, readMode, readNumber, readSeconds, readSize } from "./argument-values.ts";
import { LOG_FORMATS, type LogFormat } from "./log.ts";
import { readSince } from "./since.ts";
import { STREAM_NAMES, type StreamName } from "./streams.ts";
import { UsageError } from "./usage-error.ts";

/** The settings of the command. */
export interface Settings {
  readonly streams: readonly StreamName[];
  /** Path of the checkpoint; `{stream}` is replaced by the stream's name. Absent: no position is stored. */
  readonly checkpoint: string | undefined;
  /** Path of the output file; `{stream}` as above. Absent: standard output. */
  readonly output: string | undefined;
  /** Mode of a new output file. Absent: 0600. */
  readonly mode: number | undefined;
  /** Path of a file for pages that stay invalid; `{stream}` as above. Absent: they are retried. */
  readonly setAside: string | undefined;
  /** A date-time of RFC 3339 in UTC. */
  readonly since: string | undefined;
  readonly reset: boolean;
  readonly once: boolean;
  readonly maxEvents: number | undefined;
  readonly pageSize: number | undefined;
  readonly pollIntervalMs: number | undefined;
  /** Maximum size of a response. Absent: the library's default. */
  readonly maxPageBytes: number | undefined;
  /** How long a service can fail. Absent: no limit. */
  readonly giveUpAfterMs: number | undefined;
  readonly standBy: boolean;
  /** Address of a proxy, which can contain a password. */
  readonly proxy: string | undefined;
  /** Path of a file with certificate authorities. */
  readonly ca: string | undefined;
  readonly quiet: boolean;
}

/** What `--help` prints. */
export const USAGE = `Usage: keywright-tail STREAM… --checkpoint FILE [options]
  Writes each event of a stream as a line of JSON. Continues where it ended, and loses no event.

  STREAM              ${STREAM_NAMES.join(", ")}; one or more
  --checkpoint FILE   store the position here; {stream} is replaced by the stream's name, required with several streams
  --no-checkpoint     store no position
  --output FILE       append to a file, synced before the position is stored; {stream} as above. Default: standard output
  --mode MODE         mode of a new output file, independent of the umask, such as 0640. Default: 0600
  --since TIME        where to begin without a checkpoint: a date or date-time, UTC by default, such as 2026-03-02 or
                      2026-03-02T08:00:00Z, or a duration before now, such as 90m, 24h, 7d, 2w. Default: now
  --reset             begin at --since and ignore the checkpoint, for example if the service rejects its position
  --once              end when there are no more events
  --max-events N      end after N events of each stream; a page that is cut comes again with the next start
  --page-size N       events per request, 1 to 1000. Default: the service's
  --interval SECONDS  delay when there are no more events. Default: 30
  --max-page-bytes SIZE    largest page, such as 64M, up to 500M. Default: 32M
  --give-up-after DURATION end if a service has failed this long, such as 30m, 24h or 7d. Default: retry forever
  --set-aside FILE         write a page that stays invalid this long, at most 10 minutes, to FILE and continue; {stream} as above
  --stand-by          wait while another process has the checkpoint or the output file, and take over when it ends
  --proxy URL         use this proxy instead of the environment's
  --ca FILE           also trust these certificate authorities (PEM), next to those of Node and NODE_EXTRA_CA_CERTS
  --log FORMAT        format of the log on standard error: text, or json for one object per line. Default: text
  --quiet             log only errors
  --help, --version

Environment:
  KEYWRIGHT_EVENTS_URL, and KEYWRIGHT_EVENTS_TOKEN or KEYWRIGHT_EVENTS_TOKEN_FILE
  KEYWRIGHT_MANAGEMENT_URL, and KEYWRIGHT_MANAGEMENT_TOKEN, KEYWRIGHT_MANAGEMENT_TOKEN_FILE,
    or KEYWRIGHT_MANAGEMENT_CLIENT_ID with KEYWRIGHT_MANAGEMENT_CLIENT_SECRET (for auditlog)
  KEYWRIGHT_LOG       debug, info or warn: also log requests. Default: off

Exit codes: 0 ended as requested, also by SIGTERM, SIGINT, SIGHUP without --output, or a closed pipe; 1 failed; 2 invalid arguments or environment;
  3 another process has the checkpoint or the output file; 4 the service rejects the position of the checkpoint;
  5 ended as requested, and pages were set aside

With --output, SIGHUP reopens the file, for rotations.
`;

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;

/** The options, by their names without dashes. */
export const OPTIONS = {
  checkpoint: text,
  "no-checkpoint": flag,
  output: text,
  mode: text,
  since: text,
  reset: flag,
  once: flag,
  "max-events": text,
  "page-size": text,
  interval: text,
  "max-page-bytes": text,
  "give-up-after": text,
  "set-aside": text,
  "stand-by": flag,
  proxy: text,
  ca: text,
  log: text,
  quiet: flag,
  help: { ...flag, short: "h" },
  version: { ...flag, short: "V" },
} as const;

/** Returns the format of the log, even if other arguments are invalid. */
export function readLogFormat(args: readonly string[]): LogFormat {
  const { values } = parseArgs({ args: [...args], strict: false, options: { log: text } });
  return values.log === "json" ? "json" : "text";
}

/**
 * Returns the settings of the arguments.
 *
 * @param now Milliseconds since 1970, for a `--since` relative to now.
 * @throws UsageError with the expected and the actual value, or ConfigurationError for an unknown option.
 */
export function readArguments(args: readonly string[], now: number): Settings | "help" | "version" {
  const { values, positionals } = parse(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const streams = readStreams(positionals);
  const { checkpoint, output, proxy, ca, log = "text", "set-aside": setAside } = values;
  const since = readSince(values.since, now);
  if ((checkpoint === undefined) === !values["no-checkpoint"]) throw new UsageError("use --checkpoint FILE, or --no-checkpoint to store no position");
  if (checkpoint !== undefined && streams.length > 1 && !checkpoint.includes("{stream}"))
    throw new UsageError(`with several streams, --checkpoint must contain {stream}; got ${checkpoint}`);
  for (const [name, file] of Object.entries({ checkpoint, output, "set-aside": setAside, ca }))
    if (file === "") throw new UsageError(`--${name} must be the name of a file; got an empty one`);
  checkApart(streams, { checkpoint, output, "set-aside": setAside });
  if (values.reset && (since === undefined || checkpoint === undefined)) throw new UsageError("--reset needs --since TIME and --checkpoint FILE");
  if (!(LOG_FORMATS as readonly string[]).includes(log)) throw new UsageError(`--log takes ${LOG_FORMATS.join(" or ")}; got ${log}`);
  if (values.mode !== undefined && output === undefined) throw new UsageError("--mode needs --output FILE");
  return {
    streams,
    checkpoint,
    output,
    setAside,
    mode: readMode(values.mode),
    since,
    reset: values.reset,
    once: values.once,
    maxEvents: readNumber("--max-events", values["max-events"], 1, Number.MAX_SAFE_INTEGER),
    pageSize: readNumber("--page-size", values["page-size"], 1, 1000),
    pollIntervalMs: readSeconds(values.interval),
    maxPageBytes: readSize(values["max-page-bytes"]),
    giveUpAfterMs: readGiveUp(values["give-up-after"]),
    standBy: values["stand-by"],
    proxy,
    ca,
    quiet: values.quiet,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    checkNames(args);
    throw new UsageError((error as Error).message);
  }
}

/** The names of the options, with those that other programs give them. */
const NAMES: Rules = {
  ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [`--${name}`, undefined])),
  "--max-events": [() => true, "a number", { alsoCalled: ["limit"] }],
};

/** @throws ConfigurationError if an option is unknown, with the nearest one. */
function checkNames(args: readonly string[]): void {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options: OPTIONS });
  const unknown = tokens.find((token) => token.kind === "option" && !Object.hasOwn(OPTIONS, token.name));
  if (unknown?.kind === "option") checkOptions("keywright-tail", { [unknown.rawName]: true }, NAMES);
}

/** Returns the file of a stream: `{stream}` is replaced by its name. */
export function pathFor(template: string | undefined, stream: StreamName): string | undefined {
  return template?.replaceAll("{stream}", stream);
}

/** Checks that all files differ. Lines would damage a checkpoint, and a file that replaces a lock file would break the lock. */
function checkApart(streams: readonly StreamName[], templates: { readonly [option: string]: string | undefined }): void {
  const options = Object.keys(templates);
  for (const [index, one] of options.entries()) {
    for (const other of options.slice(index + 1)) {
      const others = new Map(streams.flatMap((stream) => pathFor(templates[other], stream) ?? []).map((file) => [resolve(file), file]));
      for (const file of streams.flatMap((stream) => pathFor(templates[one], stream) ?? [])) {
        if (others.has(resolve(file))) throw new UsageError(`--${one} and --${other} are both ${file}: use different files`);
        const lock = others.get(`${resolve(file)}.lock`);
        if (lock !== undefined) throw new UsageError(`--${other} ${lock} is the lock file of the ${one} ${file}: use another file`);
        const locked = others.get(resolve(file).replace(/\.lock$/, ""));
        if (locked !== undefined) throw new UsageError(`--${one} ${file} is the lock file of the ${other} ${locked}: use another file`);
      }
    }
  }
}

function readStreams(names: readonly string[]): StreamName[] {
  const unknown = names.filter((name) => !(STREAM_NAMES as readonly string[]).includes(name));
  if (names.length === 0) throw new UsageError(`name at least one stream: ${STREAM_NAMES.join(", ")}`);
  if (unknown.length > 0) throw new UsageError(`there is no stream ${unknown.join(", ")}; there are ${STREAM_NAMES.join(", ")}`);
  return [...new Set(names as readonly StreamName[])];
}
