import { digestOf } from "../http/signature.ts";
import type { SinkRecord } from "../sink.ts";

/** What an object says of its events, in its metadata, so that they need not be read. */
export interface Mark {
  readonly count: number;
  /** Digests of all of its events, and of the first one. */
  readonly all: string;
  readonly first: string;
  /** The key of the next object, only written after the position of this one was saved. */
  readonly next: string;
}

/** Returns the mark of events, of which there is at least one. */
export async function markOf(records: readonly SinkRecord<unknown>[], next: string): Promise<Mark> {
  const [all, first] = await Promise.all([digestOfEvents(records), digestOfEvents(records.slice(0, 1))]);
  return { count: records.length, all, first, next };
}

/** Writes a mark as the value of a header. */
export function writeMark({ count, all, first, next }: Mark): string {
  return [count, all, first, next].join(";");
}

/** Reads a mark. Returns `undefined` if there is none. */
export function readMark(text: string | undefined): Mark | undefined {
  const [, count, all = "", first = "", next = ""] = /^(\d{1,9});([\da-f]{32});([\da-f]{32});(.+)$/.exec(text ?? "") ?? [];
  return count === undefined ? undefined : { count: Number(count), all, first, next };
}

/** Whether events begin with all events of an object. */
export async function beginsWith(records: readonly SinkRecord<unknown>[], { count, all }: Mark): Promise<boolean> {
  return count <= records.length && all === (await digestOfEvents(records.slice(0, count)));
}

/** The sizes show whether the events have the same format, without another copy of them. */
async function digestOfEvents(records: readonly SinkRecord<unknown>[]): Promise<string> {
  return (await digestOf(JSON.stringify(records.map(({ id, bytes }) => [id, bytes])))).slice(0, 32);
}
