import { createSink, type Part, type PartResult, SinkError } from "@keywright/sinks";
import { sinkRules, type SinkTrial, type TrialEvent, type TrialFault } from "@keywright/sinks/sink-rules";

/** Checks a sink of a target in memory with the rules of sinks. */
export async function run(): Promise<string> {
  const rules = sinkRules({ once: true, ordered: true });
  for (const { check } of rules) await check(async () => memoryTrial());
  return `${rules.length} rules of sinks passed`;
}

/** A target that has each id once, with the faults of a trial. */
function memoryTrial(): SinkTrial {
  const kept = new Map<string, TrialEvent>();
  const faults: TrialFault[] = [];

  async function write({ records }: Part<TrialEvent>): Promise<PartResult<TrialEvent>> {
    const fault = faults.shift();
    if (fault === "error") throw new SinkError("unavailable", "not now");
    if (fault === "hang") return new Promise(() => {});
    const rejected = records.filter(({ event }) => event.text === "poison").map((record) => ({ record, reason: new SinkError("rejected", "poison") }));
    const taken = fault === "half" ? records.slice(0, 3) : records;
    for (const { id, event } of taken) if (event.text !== "poison" && !kept.has(id)) kept.set(id, event);
    if (fault !== undefined) throw new SinkError("unavailable", "no response");
    return { rejected };
  }

  return {
    open: (options) => ({ sink: createSink<TrialEvent>({ write }, options) }),
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    stored: async () => [...kept.values()],
    poisoned: (event) => ({ ...event, text: "poison" }),
  };
}
