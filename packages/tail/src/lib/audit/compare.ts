import { idOfKey, readEntry } from "./entry.ts";

/** What an audit found. */
export interface Counts {
  /** Events of the service that the target must have. */
  service: number;
  /** How many of them the target has. */
  stored: number;
  missing: number;
  doubled: number;
  changed: number;
  /** Events that the feed still delivers. */
  late: number;
}

/** A difference between the service and the target. */
export interface Difference {
  readonly kind: "missing" | "doubled" | "changed";
  readonly key: string;
  /** Absent for an event without an id. */
  readonly id: string | undefined;
  readonly time: string | undefined;
}

/**
 * Returns the digests of all stored copies of events by key. The keys of all calls ascend.
 */
export type Find = (keys: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

const FIND_KEYS = 500;

/** Compares sorted entries of the service with what the target has. */
export async function compare(service: Iterable<string>, late: Iterable<string>, find: Find, onDifference: (difference: Difference) => void): Promise<Counts> {
  const counts: Counts = { service: 0, stored: 0, missing: 0, doubled: 0, changed: 0, late: 0 };

  async function compareEvents(events: readonly Versions[]): Promise<void> {
    const found = await find(events.map(({ key }) => key));
    for (const { key, time, digests } of events) {
      const copies = found.get(key) ?? [];
      const report = (kind: Difference["kind"]): void => {
        counts[kind] += 1;
        onDifference({ kind, key, id: idOfKey(key), time });
      };
      if (copies.length === 0) report("missing");
      else counts.stored += 1;
      if (copies.length > 1) report("doubled");
      if (copies.some((digest) => !digests.includes(digest))) report("changed");
    }
    counts.service += events.length;
  }

  let events: Versions[] = [];
  for (const event of versionsOf(service, late)) {
    if (event.isLate) counts.late += 1;
    else if (events.push(event) === FIND_KEYS) {
      await compareEvents(events);
      events = [];
    }
  }
  await compareEvents(events);
  return counts;
}

/** An event, with the digests of all contents that the service returned for it. */
interface Versions {
  readonly key: string;
  readonly time: string | undefined;
  readonly digests: string[];
  readonly isLate: boolean;
}

/** Joins the entries of each event: the service can return an event more than once. */
function* versionsOf(service: Iterable<string>, late: Iterable<string>): Generator<Versions, void, undefined> {
  const lateKeys = keysIn(late);
  let lateKey = lateKeys.next();
  let event: Versions | undefined;
  for (const line of service) {
    const { key, digest, time } = readEntry(line);
    if (event?.key === key) {
      event.digests.push(digest);
      continue;
    }
    if (event !== undefined) yield event;
    while (lateKey.done !== true && lateKey.value < key) lateKey = lateKeys.next();
    event = { key, time, digests: [digest], isLate: lateKey.value === key };
  }
  if (event !== undefined) yield event;
}

function* keysIn(lines: Iterable<string>): Generator<string, void, undefined> {
  for (const line of lines) yield readEntry(line).key;
}
