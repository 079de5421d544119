import { versionOf } from "@keywright/cli-kit";
import { OPTION_LIST } from "./options.ts";
import { STREAM_NAMES } from "../events/streams.ts";

const COLUMN = 29;

/** What `--help` prints. */
export const USAGE = `Usage: keywright-tail STREAM… --checkpoint FILE [options]
       keywright-tail replay STREAM… --since TIME [--until TIME] [options]
       keywright-tail audit STREAM… --since TIME [--until TIME] [--repair] [options]
       keywright-tail audit [STREAM…] --config FILE --database ADDRESS --account NAME --since TIME [--repair]
       keywright-tail --config FILE [STREAM…] [options]
       keywright-tail explain FILE [STREAM] --format ecs|ocsf
       keywright-tail worker --config FILE --database ADDRESS [options]
       keywright-tail fleet status|pause|resume|retry|reset [ACCOUNT [STREAM]] --database ADDRESS [--since TIME]
  Writes each event of a stream as a line of JSON, or to a database or service. Continues where it ended, and loses no event.
  replay sends past events again, without moving the position of the live feed.
  audit compares past events of the service with those of the target by id, and lists what is missing, doubled or changed.
  explain prints where each field of the event in FILE comes from.
  worker reads the streams of many accounts into Postgres, with other workers; fleet shows and changes what they do.

  STREAM                     ${STREAM_NAMES.join(", ")}; one or more
${OPTION_LIST.filter(([, { help }]) => help !== "")
  .map(
    ([name, { takes, help }]) => `${`  --${name}${takes === undefined ? "" : ` ${takes}`} `.padEnd(COLUMN)}${help.replaceAll("\n", `\n${" ".repeat(COLUMN)}`)}`,
  )
  .join("\n")}
  --help, --version

Environment:
  KEYWRIGHT_EVENTS_URL, and KEYWRIGHT_EVENTS_TOKEN or KEYWRIGHT_EVENTS_TOKEN_FILE
  KEYWRIGHT_MANAGEMENT_URL, and KEYWRIGHT_MANAGEMENT_TOKEN, KEYWRIGHT_MANAGEMENT_TOKEN_FILE,
    or KEYWRIGHT_MANAGEMENT_CLIENT_ID with KEYWRIGHT_MANAGEMENT_CLIENT_SECRET (for auditlog)
  KEYWRIGHT_TAIL_<SINK>_PASSWORD, …_TOKEN, …_API_KEY, …_CREDENTIALS or …_SIGNING_SECRET, or a file by …_FILE: for the sink
    of that name in the configuration file, for --to by its kind (such as POSTGRES or SPLUNK), and for CHECKPOINT.
    PGPASSWORD, OTEL_EXPORTER_OTLP_HEADERS and the variables of the AWS SDK work, too
  KEYWRIGHT_LOG       debug, info or warn: also log requests. Default: off

Exit codes: 0 ended as requested, also by SIGTERM, SIGINT, SIGHUP without an output file, or a closed pipe; 1 failed;
  2 invalid arguments, configuration or environment; 3 another process has the checkpoint or the output file;
  4 the service rejects the position of the checkpoint; 5 ended as requested, with dead letters;
  6 a service or a sink rejects the credentials, before the first success; 7 audit found differences

With an output file, SIGHUP reopens it, for rotations.
`;

/** Returns the version of the package. */
export function ownVersion(): string {
  return versionOf("@keywright/tail", import.meta.url);
}
