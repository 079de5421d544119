import { createSink, type Part, type PartedSinkOptions, SinkError } from "../src/index.ts";
import type { SinkTrial, TrialEvent, TrialFault } from "../src/sink-rules.ts";

/** A target in memory, with the faults of a trial. Its own mistakes can be planted. */
export interface MemoryTarget extends SinkTrial {
  readonly writes: Part<TrialEvent>[];
}

/** What the target does wrong, for tests of the rules. */
export type Mistake = "forgets-half" | "reverses" | "keeps-doubles" | "changes" | "hides-poison";

const POISON = "poison";

/** Creates a target that has each id once. */
export function memoryTarget(mistake?: Mistake, own: Partial<PartedSinkOptions<TrialEvent>> = {}): MemoryTarget {
  const kept: string[] = [];
  const ids = new Set<string>();
  const faults: TrialFault[] = [];
  const writes: Part<TrialEvent>[] = [];

  function take(records: Part<TrialEvent>["records"]): number {
    let repeated = 0;
    for (const { id, json } of records) {
      if (ids.has(id) && mistake !== "keeps-doubles") repeated += 1;
      else kept.push(mistake === "changes" ? json.replace("é", "e") : json);
      ids.add(id);
    }
    return repeated;
  }

  return {
    writes,
    open: (options) => ({
      sink: createSink<TrialEvent>(
        {
          async write(part) {
            writes.push(part);
            const fault = faults.shift();
            const { records } = part;
            const half = records.slice(0, Math.ceil(records.length / 2));
            await Promise.resolve();
            if (fault === "error") throw new SinkError("unavailable", "not now");
            if (fault === "hang") return new Promise(() => {});
            if (fault === "half") {
              take(half);
              if (mistake === "forgets-half") return {};
              throw new SinkError("unavailable", "only half");
            }
            if (fault === "late") {
              take(records);
              throw new SinkError("unavailable", "no answer");
            }
            const rejected = mistake === "hides-poison" ? [] : records.filter(({ event }) => event.text === POISON);
            const reason = new SinkError("rejected", "it is poisoned");
            if (rejected.length > 0 && records.length % 2 === 0) throw reason;
            const others = records.filter((record) => !rejected.includes(record));
            return { repeated: take(mistake === "reverses" ? others.reverse() : others), rejected: rejected.map((record) => ({ record, reason })) };
          },
        },
        { ...options, ...own },
      ),
    }),
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    stored: async () => kept.map((json) => JSON.parse(json) as TrialEvent),
    poisoned: (event) => ({ ...event, text: POISON }),
  };
}
