import type { EventFormat } from "../events/event-line.ts";
import type { StreamName } from "../events/streams.ts";
import type { SinkKind } from "./sink-kinds.ts";

/** What the command does. Arguments and the configuration file both lead to it. */
export interface Settings {
  /** Never empty. */
  readonly jobs: readonly Job[];
  readonly reset: boolean;
  readonly once: boolean;
  readonly maxEvents: number | undefined;
  /** Maximum size of a response. Absent: the library's default. */
  readonly maxPageBytes: number | undefined;
  readonly standBy: boolean;
  /** The account of services that do not name it, to compare with that of a position. */
  readonly account: string | undefined;
  readonly listen: ListenAddress | undefined;
  /** Address of a proxy, without a password. */
  readonly proxy: string | undefined;
  /** Path of a file with certificate authorities. */
  readonly ca: string | undefined;
  readonly log: LogFormat;
  readonly quiet: boolean;
}

/** One stream into one sink, with a position of its own. */
export interface Job {
  readonly stream: StreamName;
  readonly sink: SinkSettings;
  /** The account of a fleet, which is in the rows of its table. Absent: there is one account. */
  readonly account?: string | undefined;
  /** Where the position is stored. Absent: nowhere, or in the sink. */
  readonly checkpoint: CheckpointAddress | undefined;
  /** Distinguishes positions of the same stream in one store. Absent: it is the only one. */
  readonly positionName: string | undefined;
  /** File for pages that stay invalid and for rejected events. Absent: they are retried. */
  readonly deadLetter: string | undefined;
  /** Date-times of RFC 3339 in UTC: where to begin, and the last one to deliver. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly pageSize: number | undefined;
  readonly pollIntervalMs: number | undefined;
  /** How long a service can fail. Absent: no limit. */
  readonly giveUpAfterMs: number | undefined;
}

/** The formats of the log: `text` for people, `json` with one object per line. */
export const LOG_FORMATS = ["text", "json"] as const;

/** A format of the log. */
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Where events go, and in which form. */
export interface SinkSettings {
  /** Its name in the configuration file; absent if arguments name the only one. */
  readonly name: string | undefined;
  readonly address: SinkAddress;
  /** Mode of a new output file. Absent: 0600. */
  readonly mode: number | undefined;
  readonly table: string | undefined;
  /** The shape of an event. Absent: as the service wrote it. */
  readonly format: EventFormat | undefined;
  /** How a request to `https` has its events. */
  readonly body: "ndjson" | "json" | undefined;
  /** Metadata of events in Splunk. Absent: those of the token. */
  readonly index: string | undefined;
  readonly source: string | undefined;
  readonly sourcetype: string | undefined;
}

/** Where a sink is: a path for a file, otherwise a URL without credentials. */
export type SinkAddress = { readonly kind: "stdout" } | { readonly kind: "file"; readonly path: string } | RemoteAddress;

/** The address of a sink that is reached by a URL, and the option that names it. */
export type RemoteAddress = { readonly [Kind in SinkKind]: { readonly kind: Kind; readonly url: string; readonly setting: string } }[SinkKind];

/** Where a position is stored. */
export type CheckpointAddress = Extract<SinkAddress, { readonly kind: "file" | "postgres" }>;

/** Where the metrics are served. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns a job as people call it: its stream, and its sink if it has a name. */
export function labelOf({ stream, sink }: Pick<Job, "stream" | "sink">): string {
  return sink.name === undefined ? stream : `${stream} to ${sink.name}`;
}

/** Returns the name of a job's sink, or its kind, for metrics and environment variables. */
export function sinkLabel({ sink }: Pick<Job, "sink">): string {
  return sink.name ?? sink.address.kind;
}
