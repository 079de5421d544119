import type { LogFormat } from "./log.ts";
import type { StreamName } from "./streams.ts";
import type { RemoteKind } from "./targets.ts";

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
  /** Where the position is stored. Absent: nowhere, or in the sink. */
  readonly checkpoint: CheckpointPlace | undefined;
  /** Distinguishes positions of the same stream in one store. Absent: it is the only one. */
  readonly positionName: string | undefined;
  /** Path of a file for pages that stay invalid and for events that the sink rejects. Absent: they are retried. */
  readonly setAside: string | undefined;
  /** Date-times of RFC 3339 in UTC: where to begin, and the last one to deliver. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly pageSize: number | undefined;
  readonly pollIntervalMs: number | undefined;
  /** How long a service can fail. Absent: no limit. */
  readonly giveUpAfterMs: number | undefined;
}

/** The shapes of an event: as the service wrote it, Elastic Common Schema, or Open Cybersecurity Schema Framework. */
export const EVENT_FORMAT_NAMES = ["raw", "ecs", "ocsf"] as const;

/** The shape of an event. */
export type EventFormat = (typeof EVENT_FORMAT_NAMES)[number];

/** Where events go. */
export interface SinkSettings {
  /** Its name in the configuration file; absent if arguments name the only one. */
  readonly name: string | undefined;
  readonly target: Target;
  /** Mode of a new output file. Absent: 0600. */
  readonly mode: number | undefined;
  readonly table: string | undefined;
  /** The shape of an event. Absent: as the service wrote it. */
  readonly format: EventFormat | undefined;
  /** How a request to `https` has its events. */
  readonly body: "ndjson" | "json" | undefined;
}

/** The place that an address names: a path for a file, otherwise a URL without credentials. */
export type Target = { readonly kind: "stdout" } | { readonly kind: "file"; readonly path: string } | RemotePlace;

/** The place of a target with an address. */
export type RemotePlace = { readonly [Kind in RemoteKind]: { readonly kind: Kind; readonly url: string } }[RemoteKind];

/** The place of a position. */
export type CheckpointPlace = Extract<Target, { readonly kind: "file" | "postgres" }>;

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
  return sink.name ?? sink.target.kind;
}
