import { ACCOUNT, choice, duration, FILE, type OptionType, MODE, SIZE, TABLE, TEXT, TIME, whole } from "./option-types.ts";
import { EVENT_FORMAT_NAMES } from "../events/event-line.ts";
import { LOG_FORMATS } from "../settings/settings.ts";
import { SINK_KIND_LIST } from "../settings/sink-kinds.ts";

/** An option of the command. */
interface Option {
  /** The placeholder of the value in `--help`. Absent: a flag. */
  readonly takes?: string;
  readonly kind?: OptionType<unknown>;
  readonly short?: string;
  /** The place in a file: its top, also a stream, or a sink. Absent: only an argument. */
  readonly place?: "process" | "stream" | "sink";
  readonly help: string;
}

/** The largest page of the services, in events. */
export const MAX_PAGE_SIZE = 1000;

const FORMS = SINK_KIND_LIST.map(([, { form }]) => form);

/**
 * The options by name, without dashes: for arguments, `--help`, the configuration file, its schema.
 */
export const OPTIONS = {
  checkpoint: {
    takes: "FILE",
    kind: FILE,
    place: "stream",
    help: "store the position here; {stream} is replaced by the stream's name, required with several streams.\nOr postgres://HOST/DATABASE, for stand-by on another machine",
  },
  "no-checkpoint": { help: "store no position" },
  to: {
    takes: "ADDRESS",
    kind: TEXT,
    place: "sink",
    help: `where events go, without credentials. Default: stdout:. Or file:PATH,\n${FORMS.slice(0, 4).join(", ")},\n${FORMS.slice(4).join(", ")}`,
  },
  output: { takes: "FILE", kind: FILE, help: "append to a file, synced before the position is stored; {stream} as above. The same as --to file:FILE" },
  mode: { takes: "MODE", kind: MODE, place: "sink", help: "mode of a new output file, independent of the umask, such as 0640. Default: 0600" },
  table: { takes: "NAME", kind: TABLE, place: "sink", help: "table of events in Postgres. Default: keywright_events" },
  format: {
    takes: "FORMAT",
    kind: choice(EVENT_FORMAT_NAMES),
    place: "sink",
    help: "shape of an event: raw as the service sends it, ecs (Elastic Common Schema) or\nocsf (Open Cybersecurity Schema Framework). Default: raw",
  },
  body: {
    takes: "FORM",
    kind: choice(["ndjson", "json"]),
    place: "sink",
    help: "body of a request to https: ndjson, or json for an array. Default: ndjson",
  },
  index: { takes: "NAME", kind: TEXT, place: "sink", help: "index of the events in Splunk. Default: that of the token" },
  source: { takes: "NAME", kind: TEXT, place: "sink", help: "source of the events in Splunk. Default: that of the token" },
  sourcetype: { takes: "NAME", kind: TEXT, place: "sink", help: "source type of the events in Splunk. Default: that of the token" },
  since: {
    takes: "TIME",
    kind: TIME,
    place: "stream",
    help: "where to begin without a checkpoint: a date or date-time, UTC by default, such as 2026-03-02 or\n2026-03-02T08:00:00Z, or a duration before now, such as 90m, 24h, 7d, 2w. Default: now",
  },
  until: { takes: "TIME", kind: TIME, help: "for replay and audit: end after the events until this time" },
  repair: { help: "for audit: write the events that are missing" },
  reset: { help: "begin at --since and ignore the checkpoint, for example if the service rejects its position" },
  once: { help: "end when there are no more events" },
  "max-events": { takes: "N", kind: whole(1), help: "end after N events of each stream; a page that is cut comes again with the next start" },
  "page-size": { takes: "N", kind: whole(1, MAX_PAGE_SIZE), place: "stream", help: "events per request, 1 to 1000. Default: the service's" },
  interval: { takes: "DURATION", kind: duration(86_400), place: "stream", help: "delay when there are no more events. Default: 30s" },
  "max-page-bytes": { takes: "SIZE", kind: SIZE, place: "process", help: "largest page, such as 64M, up to 500M. Default: 32M" },
  "give-up-after": {
    takes: "DURATION",
    kind: duration(),
    place: "stream",
    help: "end if a service has failed this long, such as 90s, 30m, 24h or 7d. Default: retry forever",
  },
  "dead-letter": {
    takes: "FILE",
    kind: FILE,
    place: "stream",
    help: "write a page that stays invalid this long, at most 10 minutes, to FILE and continue; {stream} as above.\nAlso events that a sink rejects",
  },
  "stand-by": { place: "process", help: "wait while another process has the checkpoint or the output file, and take over when it ends" },
  account: {
    takes: "NAME",
    kind: ACCOUNT,
    place: "process",
    help: "a name for the account of a service that does not name it, which must be that of the position;\nfor audit with --database: the account of the fleet",
  },
  database: { takes: "ADDRESS", kind: TEXT, help: "for worker, fleet, and audit of a fleet: its Postgres, such as postgres://HOST/DATABASE" },
  config: { takes: "FILE", kind: FILE, help: "read streams, sinks and options from a JSON file; arguments have precedence" },
  "check-config": { help: "print what would be done and every mistake, and end" },
  "create-tables": { help: "create the missing tables of Postgres addresses, and end" },
  listen: { takes: "HOST:PORT", kind: TEXT, place: "process", help: "serve /metrics (Prometheus), /healthz and /readyz here, such as 127.0.0.1:9464" },
  "listen-public": { place: "process", help: "allow --listen on an address that other machines reach" },
  proxy: { takes: "URL", kind: TEXT, place: "process", help: "use this proxy instead of the environment's" },
  ca: {
    takes: "FILE",
    kind: FILE,
    place: "process",
    help: "also trust these certificate authorities (PEM), next to those of Node and NODE_EXTRA_CA_CERTS",
  },
  log: {
    takes: "FORMAT",
    kind: choice(LOG_FORMATS),
    place: "process",
    help: "format of the log on standard error: text, or json for one object per line. Default: text",
  },
  quiet: { place: "process", help: "log only errors, and failures that last" },
  help: { short: "h", help: "" },
  version: { short: "V", help: "" },
} as const satisfies { readonly [name: string]: Option };

/** The name of an option, without dashes. */
export type OptionName = keyof typeof OPTIONS;

/** The options as a list, with their common type. */
export const OPTION_LIST = Object.entries(OPTIONS) as readonly (readonly [OptionName, Option])[];

/** The options that have a value. */
export type ValueName = { readonly [Name in OptionName]: (typeof OPTIONS)[Name] extends { readonly kind: unknown } ? Name : never }[OptionName];

/** What the value of an option becomes. */
export type ValueOf<Name extends ValueName> = (typeof OPTIONS)[Name]["kind"] extends OptionType<infer Value> ? Value : never;
