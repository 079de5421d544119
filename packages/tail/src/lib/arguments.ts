import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { STREAM_NAMES, type StreamName } from "./streams.ts";
import { UsageError } from "./usage-error.ts";

/** What the command was asked for. */
export interface Settings {
  readonly streams: readonly StreamName[];
  /** A file for each stream: `{stream}` stands for its name. Absent: positions are forgotten at the end. */
  readonly checkpoint: string | undefined;
  /** A file, `{stream}` as above. Absent: standard output. */
  readonly output: string | undefined;
  readonly since: string | undefined;
  readonly reset: boolean;
  readonly once: boolean;
  readonly limit: number | undefined;
  readonly pageSize: number | undefined;
  readonly pollIntervalMs: number | undefined;
  readonly standBy: boolean;
  readonly quiet: boolean;
}

/** What `--help` prints. */
export const USAGE = `Usage: keywright-tail STREAM… --checkpoint FILE [options]
  Writes each event of a stream as a line of JSON, goes on where it ended, and loses none.

  STREAM              ${STREAM_NAMES.join(", ")}; one or more
  --checkpoint FILE   where the position is kept; {stream} in it stands for the stream's name, needed with several streams
  --no-checkpoint     keeps no position: the next start begins anew
  --output FILE       appends to a file, synced before the position is kept; {stream} as above. Default: standard output
  --since TIME        where to begin without a checkpoint, RFC 3339, such as 2026-03-02T08:00:00Z. Default: now
  --reset             begins at --since although there is a checkpoint: the way on where the service refuses the position
  --once              ends when there is nothing more for now
  --limit N           ends after N events of each stream; a page that is cut comes again with the next start
  --page-size N       events that a request asks for, 1 to 1000. Default: the service's own
  --interval SECONDS  how long to wait when there is nothing more for now. Default: 30
  --stand-by          waits while another process has the checkpoint or the output file, and takes over when it ends
  --quiet             says nothing on standard error but errors
  --help, --version

Environment:
  KEYWRIGHT_EVENTS_URL, and KEYWRIGHT_EVENTS_TOKEN or KEYWRIGHT_EVENTS_TOKEN_FILE
  KEYWRIGHT_MANAGEMENT_URL, and KEYWRIGHT_MANAGEMENT_TOKEN, KEYWRIGHT_MANAGEMENT_TOKEN_FILE,
    or KEYWRIGHT_MANAGEMENT_CLIENT_ID with KEYWRIGHT_MANAGEMENT_CLIENT_SECRET (for auditlog)
  KEYWRIGHT_LOG       debug, info or warn: logs requests to standard error. Default: no log

Exit codes: 0 ended as asked, also by SIGTERM, SIGINT, SIGHUP or a closed pipe; 1 failed; 2 arguments or environment not understood;
  3 another process has the checkpoint or the output file; 4 the service refuses the position of the checkpoint
`;

/**
 * Reads the arguments.
 *
 * @throws UsageError saying what was expected and what came.
 */
export function readArguments(args: readonly string[]): Settings | "help" | "version" {
  const { values, positionals } = parse(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const streams = readStreams(positionals);
  const { checkpoint, output, since } = values;
  if ((checkpoint === undefined) === !values["no-checkpoint"]) throw new UsageError("give --checkpoint FILE, or --no-checkpoint to begin anew each time");
  if (checkpoint !== undefined && streams.length > 1 && !checkpoint.includes("{stream}"))
    throw new UsageError(`with several streams --checkpoint needs {stream} in it, for each has its own; got ${checkpoint}`);
  for (const [name, file] of Object.entries({ checkpoint, output }))
    if (file === "") throw new UsageError(`--${name} takes the name of a file; got an empty one`);
  checkApart(streams, checkpoint, output);
  if (values.reset && (since === undefined || checkpoint === undefined)) throw new UsageError("--reset needs --since TIME and --checkpoint FILE");
  return {
    streams,
    checkpoint,
    output,
    since,
    reset: values.reset,
    once: values.once,
    limit: readNumber("--limit", values.limit, 1, Number.MAX_SAFE_INTEGER),
    pageSize: readNumber("--page-size", values["page-size"], 1, 1000),
    pollIntervalMs: readSeconds(values.interval),
    standBy: values["stand-by"],
    quiet: values.quiet,
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        checkpoint: text,
        "no-checkpoint": flag,
        output: text,
        since: text,
        reset: flag,
        once: flag,
        limit: text,
        "page-size": text,
        interval: text,
        "stand-by": flag,
        quiet: flag,
        help: { ...flag, short: "h" },
        version: { ...flag, short: "V" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The file of a stream: `{stream}` in a name stands for the stream's. */
export function pathFor(template: string | undefined, stream: StreamName): string | undefined {
  return template?.replaceAll("{stream}", stream);
}

/** Lines that are written into a checkpoint would damage it, and a checkpoint that is written over a lock would make it another file, which somebody else could lock. */
function checkApart(streams: readonly StreamName[], checkpoint: string | undefined, output: string | undefined): void {
  const outputs = new Map(streams.flatMap((stream) => pathFor(output, stream) ?? []).map((file) => [resolve(file), file]));
  for (const file of streams.flatMap((stream) => pathFor(checkpoint, stream) ?? [])) {
    if (outputs.has(resolve(file))) throw new UsageError(`--checkpoint and --output are both ${file}: give each a file of its own`);
    const lock = outputs.get(`${resolve(file)}.lock`);
    if (lock !== undefined) throw new UsageError(`--output ${lock} is the lock of the checkpoint ${file}: name another file`);
    const locked = outputs.get(resolve(file).replace(/\.lock$/, ""));
    if (locked !== undefined) throw new UsageError(`--checkpoint ${file} is the lock of the output ${locked}: name another file`);
  }
}

function readStreams(names: readonly string[]): StreamName[] {
  const unknown = names.filter((name) => !(STREAM_NAMES as readonly string[]).includes(name));
  if (names.length === 0) throw new UsageError(`name at least one stream of ${STREAM_NAMES.join(", ")}`);
  if (unknown.length > 0) throw new UsageError(`there is no stream ${unknown.join(", ")}; there are ${STREAM_NAMES.join(", ")}`);
  return [...new Set(names as readonly StreamName[])];
}

function readNumber(name: string, value: string | undefined, from: number, to: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= from && number <= to) return number;
  throw new UsageError(`${name} takes a whole number from ${from}${to === Number.MAX_SAFE_INTEGER ? "" : ` to ${to}`}; got ${value}`);
}

function readSeconds(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && seconds >= 1 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError(`--interval takes seconds from 1 to 86400; got ${value}`);
}
