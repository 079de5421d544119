import type { Clock } from "@keywright/core";
import type { FeedEvent } from "@keywright/core/feeds";
import type { JobState } from "./job-state.ts";
import { createTable } from "./live-table.ts";
import { type Log, seconds } from "./log.ts";

/** Logs the progress of the jobs. */
export interface Progress {
  /** Logs what an event has changed in the state of a job. */
  update(state: JobState, event: FeedEvent): void;
  /** Draws what a sink has changed, if there is a table. */
  updateSink(): void;
  /** Draws the table for the last time. */
  end(): void;
}

interface Logged {
  doing: string;
  at: number;
  written: number;
}

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 30_000;

/**
 * Creates the progress of jobs.
 *
 * @param isLive Whether it is a table on a terminal, otherwise a line from time to time.
 */
export function createProgress(states: readonly JobState[], log: Log, { now }: Clock, isLive: boolean): Progress {
  const logged = new Map<JobState, Logged>(states.map((state) => [state, { doing: state.doing, at: -Infinity, written: 0 }]));
  const table = createTable(states, { now });
  let drawnAt = -Infinity;

  const draw = (): void => {
    log.draw(table());
    drawnAt = now();
  };

  return {
    update(state, event) {
      const last = logged.get(state);
      if (last === undefined) return;
      const turned = state.doing !== last.doing;
      last.doing = state.doing;
      const isTrouble = event.type === "trouble" || event.type === "no-progress";
      if (isLive) {
        if (turned || isTrouble || now() - drawnAt >= LIVE_EVERY_MS) draw();
        return;
      }
      const due = state.written > last.written && now() - last.at >= PLAIN_EVERY_MS;
      if (isTrouble || (!due && (!turned || event.type === "committed"))) return;
      const { written, lagMs, job } = state;
      const details = { ...countsOf(state), lagMs };
      log.write({ level: "info", stream: job.stream, sink: job.sink.name, event: event.type, message: describe(state), details });
      Object.assign(last, { at: now(), written });
    },
    updateSink() {
      if (isLive && now() - drawnAt >= LIVE_EVERY_MS) draw();
    },
    end() {
      if (isLive) draw();
      log.end();
    },
  };
}

/** The counts of a job by which its log, its metrics and its sink can be reconciled. */
function countsOf(state: JobState) {
  const { read, filtered, written, repeated, deadLetterEvents, deadLetterPages, notCommitted } = state;
  return { read, filtered, written, repeated, deadLetterEvents, deadLetterPages, notCommitted };
}

/** Says how many events are written, and each other count that is not zero. */
function describe(state: JobState): string {
  const { written, filtered, repeated, deadLetterEvents, deadLetterPages, notCommitted, lagMs, doing } = state;
  const others = [
    [filtered, "after --until"],
    [repeated, "repeated"],
    [deadLetterEvents, deadLetterEvents === 1 ? "dead letter" : "dead letters"],
    [deadLetterPages, deadLetterPages === 1 ? "page as a dead letter" : "pages as dead letters"],
    [notCommitted, "not committed"],
  ] as const;
  const counts = others.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`);
  return `${written} ${written === 1 ? "event" : "events"}${counts.join("")}, ${doing}${lagMs === undefined ? "" : `, lag ${seconds(lagMs)}`}`;
}
