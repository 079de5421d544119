import { memoryCheckpoints } from "@keywright/core/feeds";
import { createSink, type Part, type PartResult, SinkError } from "@keywright/sinks";
import { type PutObject, s3Sink } from "@keywright/sinks/s3";
import { sinkRules, type SinkTrial, type TrialEvent, type TrialFault } from "@keywright/sinks/sink-rules";

/** Checks a sink of a target in memory with the rules of sinks. */
export async function run(): Promise<string> {
  const rules = sinkRules({ once: true, ordered: true });
  for (const { check } of rules) await check(async () => memoryTrial());
  const byPosition = sinkRules({ once: "by-position", ordered: true });
  for (const { check } of byPosition) await check(async () => bucketTrial());
  return `${rules.length + byPosition.length} rules of sinks passed`;
}

/** A bucket in memory, with the faults of a trial. */
function bucketTrial(): SinkTrial {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const faults: TrialFault[] = [];
  const store = memoryCheckpoints();

  const put: PutObject = async ({ key, body, headers }) => {
    const fault = faults.shift();
    if (fault === "hang") return new Promise(() => {});
    if (fault === "error") return { status: 503 };
    if (headers["if-none-match"] === "*" && objects.has(key)) return { status: 412 };
    objects.set(key, fault === "half" ? body.slice(0, body.length / 2) : body);
    return { status: fault === undefined ? 200 : 500 };
  };

  return {
    open({ maxEvents: _maxEvents, ...options }) {
      const sink = s3Sink<TrialEvent>({ ...options, store, put });
      return { sink, store: sink };
    },
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    async stored() {
      const bodies = await Promise.all([...objects].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, body]) => unzipped(body)));
      return bodies.flatMap((lines) => lines.trimEnd().split("\n")).map((line) => JSON.parse(line) as TrialEvent);
    },
    poisoned: (event) => ({ ...event, id: "" }),
  };
}

function unzipped(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
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
