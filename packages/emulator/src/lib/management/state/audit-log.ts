import { sortableTime } from "../../core/time/timestamp.ts";
import type { AuditEventRecord } from "./records.ts";

/** The append-only audit log, read by index. */
export interface AuditLog {
  readonly events: readonly AuditEventRecord[];
  append(...events: readonly AuditEventRecord[]): void;
  /** Returns the time of an event as a text that sorts by time; empty if it is unknown. */
  timeAt(place: number): string;
  /** Returns the id of the next event. */
  nextId(): number;
}

/** Creates an audit log with initial events. */
export function createAuditLog(start: readonly AuditEventRecord[]): AuditLog {
  const events = [...start];
  const times: string[] = [];
  return {
    events,
    append: (...more) => void events.push(...more),
    timeAt(place) {
      const known = times[place];
      if (known !== undefined) return known;
      for (const { published } of events.slice(times.length, place + 1)) times.push(published === undefined ? "" : sortableTime(published));
      return times[place] ?? "";
    },
    nextId: () => (events.at(-1)?.id ?? 0) + 1,
  };
}
