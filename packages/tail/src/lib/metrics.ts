import type { JobState } from "./job-state.ts";
import { sinkLabel } from "./settings.ts";

/** Text format 0.0.4 of Prometheus. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

interface Sample {
  readonly labels: { readonly [name: string]: string | number | undefined };
  /** Absent values are left out. */
  readonly value: number | undefined;
}

/** Returns the metrics of all jobs in the text format of Prometheus. */
export function metricsText(states: readonly JobState[], version: string): string {
  const each = (value: (state: JobState) => number | undefined): Sample[] => states.map((state) => ({ labels: labelsOf(state), value: value(state) }));
  const failures = states.flatMap((state) =>
    [...state.failures.values()].map(({ code, status, count }): Sample => ({ labels: { ...labelsOf(state), code, status }, value: count })),
  );
  return [
    family(
      "events_total",
      "counter",
      "Events whose position is stored.",
      each(({ events }) => events),
    ),
    family(
      "bytes_total",
      "counter",
      "Bytes of events that the sink has.",
      each(({ bytes }) => bytes),
    ),
    family(
      "lag_seconds",
      "gauge",
      "Age of the last event when it was written; 0 without more events.",
      each(({ lagMs }) => lagMs && lagMs / 1000),
    ),
    family("failures_total", "counter", "Failures of the service and the sink.", failures),
    family(
      "retries_total",
      "counter",
      "Requests and writes that were repeated.",
      each(({ retries }) => retries),
    ),
    family(
      "set_aside_pages_total",
      "counter",
      "Invalid pages in the file of set-aside.",
      each(({ pagesSetAside }) => pagesSetAside),
    ),
    family(
      "set_aside_events_total",
      "counter",
      "Rejected events in the file of set-aside.",
      each(({ eventsSetAside }) => eventsSetAside),
    ),
    family(
      "unknown_values_total",
      "counter",
      "Values that the format of the sink does not know.",
      states.flatMap((state) => [...state.unknown].map(([property, value]): Sample => ({ labels: { ...labelsOf(state), property }, value }))),
    ),
    family(
      "owns_checkpoint",
      "gauge",
      "1 if this process has the checkpoint.",
      each(({ isOwner }) => Number(isOwner)),
    ),
    family(
      "last_success_timestamp_seconds",
      "gauge",
      "When the last page was stored, or there were no more events.",
      each(({ succeededWallAt }) => succeededWallAt && succeededWallAt / 1000),
    ),
    family("build_info", "gauge", "The version of the program.", [{ labels: { version, node: process.version }, value: 1 }]),
  ].join("");
}

function labelsOf({ job }: JobState): Sample["labels"] {
  return { stream: job.stream, sink: sinkLabel(job) };
}

function family(name: string, type: "counter" | "gauge", help: string, samples: readonly Sample[]): string {
  const full = `keywright_tail_${name}`;
  const lines = samples.flatMap(({ labels, value }) => (value === undefined ? [] : `${full}{${textOf(labels)}} ${value}\n`));
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}

function textOf(labels: Sample["labels"]): string {
  return Object.entries(labels)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}="${String(value).replaceAll(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`))
    .join(",");
}
