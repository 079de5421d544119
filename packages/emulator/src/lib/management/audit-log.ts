import { sortableTime } from "../core/timestamp.ts";
import type { AuditEventRecord } from "./records.ts";

/** The audit log: append-only, read by place. */
export interface AuditLog {
  readonly events: readonly AuditEventRecord[];
  append(...events: readonly AuditEventRecord[]): void;
  /** When the event at a place was recorded, as a text that sorts by time; empty where that is not known. */
  timeAt(place: number): string;
  /** The id for the next event. */
  nextId(): number;
}

/** Makes an audit log that begins with some events. */
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
