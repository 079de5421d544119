import type { JobState } from "./job-state.ts";
import { sinkLabel } from "../settings/settings.ts";

/** Text format 0.0.4 of Prometheus. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** A value of a metric. */
export interface Sample {
  readonly labels: { readonly [name: string]: string | number | undefined };
  /** Absent values are left out. */
  readonly value: number | undefined;
}

type Samples = (state: JobState) => readonly Sample[];

const one =
  (value: (state: JobState) => Sample["value"]): Samples =>
  (state) => [{ labels: labelsOf(state), value: value(state) }];
const failures: Samples = (state) =>
  [...state.failures.values()].map(({ code, status, count }) => ({ labels: { ...labelsOf(state), code, status }, value: count }));
const unknown: Samples = (state) => [...state.unknown].map(([property, value]) => ({ labels: { ...labelsOf(state), property }, value }));

/** A metric, without its prefix. */
export type Family = readonly [name: string, type: "counter" | "gauge", help: string];

const FAMILIES: readonly (readonly [...Family, Samples])[] = [
  ["read_events_total", "counter", "Events of the service.", one(({ read }) => read)],
  ["filtered_events_total", "counter", "Events after --until, which the sink does not get.", one(({ filtered }) => filtered)],
  ["written_events_total", "counter", "Events that the sink has, also from before.", one(({ written }) => written)],
  ["repeated_events_total", "counter", "Written events that the sink had before.", one(({ repeated }) => repeated)],
  ["not_committed_events", "gauge", "Written events whose position is not stored yet.", one(({ notCommitted }) => notCommitted)],
  ["bytes_total", "counter", "Bytes of events that the sink has.", one(({ bytes }) => bytes)],
  ["lag_seconds", "gauge", "Age of the last event when it was written; 0 without more events.", one(({ lagMs }) => lagMs && lagMs / 1000)],
  ["failures_total", "counter", "Failures of the service and the sink.", failures],
  ["retries_total", "counter", "Requests and writes that were repeated.", one(({ retries }) => retries)],
  ["dead_letter_pages_total", "counter", "Invalid pages that became dead letters.", one(({ deadLetterPages }) => deadLetterPages)],
  ["dead_letter_events_total", "counter", "Rejected events that became dead letters.", one(({ deadLetterEvents }) => deadLetterEvents)],
  ["differing_events_total", "counter", "Events whose id the sink has with other content.", one(({ eventsDiffering }) => eventsDiffering)],
  ["unknown_values_total", "counter", "Values that the format of the sink does not know.", unknown],
  ["owns_checkpoint", "gauge", "1 if this process has the checkpoint.", one(({ isOwner }) => Number(isOwner))],
  [
    "last_success_timestamp_seconds",
    "gauge",
    "When the last page was stored, or there were no more events.",
    one(({ succeededWallAt }) => succeededWallAt && succeededWallAt / 1000),
  ],
];

/** Returns the metrics of all jobs in the text format of Prometheus. */
export function metricsText(states: readonly JobState[], version: string): string {
  return textOfMetrics(
    FAMILIES.map(([name, type, help, samples]) => [name, type, help, states.flatMap(samples)] as const),
    version,
  );
}

/** Returns metrics, and the version of the program, in the text format of Prometheus. */
export function textOfMetrics(families: readonly (readonly [...Family, readonly Sample[]])[], version: string): string {
  const build: Sample = { labels: { version, node: process.version }, value: 1 };
  return [
    ...families.map(([name, type, help, samples]) => family([name, type, help], samples)),
    family(["build_info", "gauge", "The version of the program."], [build]),
  ].join("");
}

function labelsOf({ job }: JobState): Sample["labels"] {
  return { stream: job.stream, sink: sinkLabel(job) };
}

function family([name, type, help]: Family, samples: readonly Sample[]): string {
  const full = `keywright_tail_${name}`;
  const lines = samples.flatMap(({ labels, value }) => (value === undefined ? [] : `${full}{${textOf(labels)}} ${value}\n`));
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}

function textOf(labels: Sample["labels"]): string {
  return Object.entries(labels)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}="${String(value).replaceAll(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`))
    .join(",");
}
