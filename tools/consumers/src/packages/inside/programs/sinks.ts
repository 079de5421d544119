import { memoryCheckpoints } from "@keywright/core/feeds";
import { type AuditEvent, createEventsClient } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
import { createSink, SinkError } from "@keywright/sinks";
import { s3Sink } from "@keywright/sinks/s3";
import { sinkRules, type SinkTrial, type TrialEvent, type TrialFault } from "@keywright/sinks/sink-rules";
import { expectSame, type Services } from "../program.ts";

/** Checks a sink of a target in memory with the rules of sinks, and writes a stream to a bucket in memory. */
export async function run({ events: { baseUrl, token } }: Services): Promise<string> {
  const rules = sinkRules({ once: true, ordered: true });
  for (const { check } of rules) await check(async () => memoryTrial());

  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const sink = s3Sink<AuditEvent>({
    store: memoryCheckpoints(),
    stream: "auditevents",
    idOf: ({ uuid }) => uuid,
    timeOf: ({ timestamp }) => timestamp,
    put: async ({ key, body }) => {
      objects.set(key, body);
      return { status: 200 };
    },
  });
  const feed = auditEventFeed(createEventsClient({ baseUrl, token }), { store: sink, since: "2020-01-01T00:00:00Z", limit: 1000 });
  await feed.run(sink.handle, { until: "caught-up" });
  await sink.close();
  const bodies = [...objects.values()].map((body) => new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
  const lines = (await Promise.all(bodies)).flatMap((text) => text.trimEnd().split("\n"));
  expectSame("events in the bucket", new Set(lines.map((line) => (JSON.parse(line) as AuditEvent).uuid)).size, 4000);
  return `${rules.length} rules of sinks passed, ${lines.length} events in ${objects.size} objects`;
}

/** A target that has each id once, with the faults of a trial. */
function memoryTrial(): SinkTrial {
  const kept = new Map<string, TrialEvent>();
  const faults: TrialFault[] = [];
  const write: Parameters<typeof createSink<TrialEvent>>[0]["write"] = async ({ records }) => {
    const fault = faults.shift();
    if (fault === "error") throw new SinkError("unavailable", "not now");
    if (fault === "hang") return new Promise(() => {});
    const rejected = records.filter(({ event }) => event.text === "poison").map((record) => ({ record, reason: new SinkError("rejected", "poison") }));
    const taken = fault === "half" ? records.slice(0, 3) : records;
    for (const { id, event } of taken) if (event.text !== "poison" && !kept.has(id)) kept.set(id, event);
    if (fault !== undefined) throw new SinkError("unavailable", "no response");
    return { rejected };
  };
  return {
    open: (options) => ({ sink: createSink<TrialEvent>({ write }, options) }),
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    stored: async () => [...kept.values()],
    poisoned: (event) => ({ ...event, text: "poison" }),
  };
}
