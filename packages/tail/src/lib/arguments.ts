import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readGiveUp, readMode, readNumber, readSeconds, readSize } from "./argument-values.ts";
import { LOG_FORMATS, type LogFormat } from "./log.ts";
import { readSince } from "./since.ts";
import { STREAM_NAMES, type StreamName } from "./streams.ts";
import { UsageError } from "./usage-error.ts";

/** What the command was asked for. */
export interface Settings {
  readonly streams: readonly StreamName[];
  /** A file for each stream: `{stream}` stands for its name. Absent: positions are forgotten at the end. */
  readonly checkpoint: string | undefined;
  /** A file, `{stream}` as above. Absent: standard output. */
  readonly output: string | undefined;
  /** The mode of an output file that is made; absent: 0600. */
  readonly mode: number | undefined;
  /** A file for pages that stay bad, `{stream}` as above. Absent: they are asked for again. */
  readonly setAside: string | undefined;
  /** A date-time of RFC 3339 in UTC. */
  readonly since: string | undefined;
  readonly reset: boolean;
  readonly once: boolean;
  readonly maxEvents: number | undefined;
  readonly pageSize: number | undefined;
  readonly pollIntervalMs: number | undefined;
  /** The largest response that is read. Absent: the library's own. */
  readonly maxPageBytes: number | undefined;
  /** How long a service may fail. Absent: without end. */
  readonly giveUpAfterMs: number | undefined;
  readonly standBy: boolean;
  /** The address of a proxy, which may hold a password. */
  readonly proxy: string | undefined;
  /** A file of certificate authorities. */
  readonly ca: string | undefined;
  readonly quiet: boolean;
}

/** What `--help` prints. */
export const USAGE = `Usage: keywright-tail STREAM… --checkpoint FILE [options]
  Writes each event of a stream as a line of JSON, goes on where it ended, and loses none.

  STREAM              ${STREAM_NAMES.join(", ")}; one or more
  --checkpoint FILE   where the position is kept; {stream} in it stands for the stream's name, needed with several streams
  --no-checkpoint     keeps no position: the next start begins anew
  --output FILE       appends to a file, synced before the position is kept; {stream} as above. Default: standard output
  --mode MODE         the mode of an output file that is made, whatever the umask, such as 0640. Default: 0600, its owner alone
  --since TIME        where to begin without a checkpoint: a date or date-time, in UTC without an offset, such as 2026-03-02 or
                      2026-03-02T08:00:00Z, or minutes, hours, days or weeks back from now, such as 90m, 24h, 7d, 2w. Default: now
  --reset             begins at --since although there is a checkpoint: the way on where the service refuses the position
  --once              ends when there is nothing more for now
  --max-events N      ends after N events of each stream; a page that is cut comes again with the next start
  --page-size N       events that a request asks for, 1 to 1000. Default: the service's own
  --interval SECONDS  how long to wait when there is nothing more for now. Default: 30
  --max-page-bytes SIZE    the largest page that is read, such as 64M, up to 500M. Default: 32M
  --give-up-after DURATION ends when a service has failed for so long, such as 30m, 24h or 7d. Default: never, it is asked again
  --set-aside FILE         writes a page that stays bad for so long, or for 10 minutes, to FILE, and goes on behind it; {stream} as above
  --stand-by          waits while another process has the checkpoint or the output file, and takes over when it ends
  --proxy URL         sends through this proxy, in place of the one that the environment names
  --ca FILE           trusts these certificate authorities (PEM) besides those of Node and of NODE_EXTRA_CA_CERTS
  --log FORMAT        text, or json: an object in each line of standard error. Default: text
  --quiet             says nothing on standard error but errors
  --help, --version

Environment:
  KEYWRIGHT_EVENTS_URL, and KEYWRIGHT_EVENTS_TOKEN or KEYWRIGHT_EVENTS_TOKEN_FILE
  KEYWRIGHT_MANAGEMENT_URL, and KEYWRIGHT_MANAGEMENT_TOKEN, KEYWRIGHT_MANAGEMENT_TOKEN_FILE,
    or KEYWRIGHT_MANAGEMENT_CLIENT_ID with KEYWRIGHT_MANAGEMENT_CLIENT_SECRET (for auditlog)
  KEYWRIGHT_LOG       debug, info or warn: logs requests in the log of the command. Default: no log

Exit codes: 0 ended as asked, also by SIGTERM, SIGINT, SIGHUP without --output, or a closed pipe; 1 failed; 2 arguments or environment not understood;
  3 another process has the checkpoint or the output file; 4 the service refuses the position of the checkpoint;
  5 ended as asked, and pages were set aside

With --output, SIGHUP opens the file anew, for rotations.
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

/** Reads the format of the log alone, so that arguments that are not understood are told in it as well. */
export function readLogFormat(args: readonly string[]): LogFormat {
  const { values } = parseArgs({ args: [...args], strict: false, options: { log: text } });
  return values.log === "json" ? "json" : "text";
}

/**
 * Reads the arguments.
 *
 * @param now Milliseconds since 1970, for a `--since` back from now.
 * @throws UsageError saying what was expected and what came.
 */
export function readArguments(args: readonly string[], now: number): Settings | "help" | "version" {
  const { values, positionals } = parse(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const streams = readStreams(positionals);
  const { checkpoint, output, proxy, ca, log = "text", "set-aside": setAside } = values;
  const since = readSince(values.since, now);
  if ((checkpoint === undefined) === !values["no-checkpoint"]) throw new UsageError("give --checkpoint FILE, or --no-checkpoint to begin anew each time");
  if (checkpoint !== undefined && streams.length > 1 && !checkpoint.includes("{stream}"))
    throw new UsageError(`with several streams --checkpoint needs {stream} in it, for each has its own; got ${checkpoint}`);
  for (const [name, file] of Object.entries({ checkpoint, output, "set-aside": setAside, ca }))
    if (file === "") throw new UsageError(`--${name} takes the name of a file; got an empty one`);
  checkApart(streams, { checkpoint, output, "set-aside": setAside });
  if (values.reset && (since === undefined || checkpoint === undefined)) throw new UsageError("--reset needs --since TIME and --checkpoint FILE");
  if (!(LOG_FORMATS as readonly string[]).includes(log)) throw new UsageError(`--log takes ${LOG_FORMATS.join(" or ")}; got ${log}`);
  if (values.mode !== undefined && output === undefined) throw new UsageError("--mode is of an output file: give --output FILE as well");
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
    const { message } = error as Error;
    // The name that other programs have for it.
    throw new UsageError(message.includes("'--limit'") ? "there is no --limit: --max-events is meant" : message);
  }
}

/** The file of a stream: `{stream}` in a name stands for the stream's. */
export function pathFor(template: string | undefined, stream: StreamName): string | undefined {
  return template?.replaceAll("{stream}", stream);
}

/** Lines that are written into a checkpoint would damage it, and a file that is written over a lock would make it another file, which somebody else could lock. */
function checkApart(streams: readonly StreamName[], templates: { readonly [option: string]: string | undefined }): void {
  const options = Object.keys(templates);
  for (const [index, one] of options.entries()) {
    for (const other of options.slice(index + 1)) {
      const others = new Map(streams.flatMap((stream) => pathFor(templates[other], stream) ?? []).map((file) => [resolve(file), file]));
      for (const file of streams.flatMap((stream) => pathFor(templates[one], stream) ?? [])) {
        if (others.has(resolve(file))) throw new UsageError(`--${one} and --${other} are both ${file}: give each a file of its own`);
        const lock = others.get(`${resolve(file)}.lock`);
        if (lock !== undefined) throw new UsageError(`--${other} ${lock} is the lock of the ${one} ${file}: name another file`);
        const locked = others.get(resolve(file).replace(/\.lock$/, ""));
        if (locked !== undefined) throw new UsageError(`--${one} ${file} is the lock of the ${other} ${locked}: name another file`);
      }
    }
  }
}

function readStreams(names: readonly string[]): StreamName[] {
  const unknown = names.filter((name) => !(STREAM_NAMES as readonly string[]).includes(name));
  if (names.length === 0) throw new UsageError(`name at least one stream of ${STREAM_NAMES.join(", ")}`);
  if (unknown.length > 0) throw new UsageError(`there is no stream ${unknown.join(", ")}; there are ${STREAM_NAMES.join(", ")}`);
  return [...new Set(names as readonly StreamName[])];
}
