import type { Clock } from "@keywright/core";
import type { JobState } from "./job-state.ts";
import { type Settings, sinkLabel } from "../settings/settings.ts";
import { seconds } from "./log.ts";
import type { CommandContext } from "../settings/command-context.ts";

const HEADER = ["STREAM", "SINK", "EVENTS", "PER SECOND", "LAG", "LAST SUCCESS", "FAILURES", "NOW"];
const NUMBERS = [2, 3, 4, 6];
const RATE_MS = 1000;

/** Whether standard error is a terminal that can redraw a table, without events in between. */
export function canDraw({ jobs, log, quiet }: Settings, { env, stdout, stderr }: CommandContext): boolean {
  if (quiet || log !== "text" || stderr.isTTY !== true || env["TERM"] === "dumb") return false;
  return stdout.isTTY !== true || jobs.every(({ sink }) => sink.address.kind !== "stdout");
}

/** Returns a function that returns the table of what jobs do now, as lines. It has no colors. */
export function createTable(states: readonly JobState[], { now }: Pick<Clock, "now">): () => readonly string[] {
  const rates = new Map(states.map((state) => [state, { at: now(), written: 0, rate: 0 }]));

  function rateOf(state: JobState): number {
    const last = rates.get(state) ?? { at: now(), written: 0, rate: 0 };
    const passed = now() - last.at;
    if (passed < RATE_MS) return last.rate;
    const rate = ((state.written - last.written) * 1000) / passed;
    rates.set(state, { at: now(), written: state.written, rate });
    return rate;
  }

  function rowOf(state: JobState): readonly string[] {
    const { job, written, lagMs, succeededWallAt, failures, doing } = state;
    const rate = rateOf(state);
    return [
      job.stream,
      sinkLabel(job),
      String(written),
      rate < 10 ? rate.toFixed(1) : String(Math.round(rate)),
      lagMs === undefined ? "" : seconds(lagMs),
      succeededWallAt === undefined ? "" : `${new Date(succeededWallAt).toISOString().slice(11, 19)}Z`,
      String([...failures.values()].reduce((sum, { count }) => sum + count, 0)),
      doing,
    ];
  }

  return () => aligned([HEADER, ...states.map(rowOf)]);
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEADER.map((_name, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => (NUMBERS.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
