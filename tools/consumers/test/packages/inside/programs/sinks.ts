import { memoryCheckpoints } from "@keywright/core/feeds";
import { type AuditEvent, createEventsClient } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
import { s3Sink } from "@keywright/sinks/s3";
import { expectSame, type Services } from "../run-packages.ts";

/** Writes a stream to a bucket in memory. */
export async function run({ events: { baseUrl, token } }: Services): Promise<string> {
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
    // Every key is a new one.
    head: () => Promise.reject(new Error("nothing is replaced")),
  });
  const feed = auditEventFeed(createEventsClient({ baseUrl, token }), { store: sink, since: "2020-01-01T00:00:00Z", limit: 1000 });
  await feed.run(sink.handle, { until: "caught-up" });
  await sink.close();
  const bodies = [...objects.values()].map((body) => new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
  const lines = (await Promise.all(bodies)).flatMap((text) => text.trimEnd().split("\n"));
  expectSame("events in the bucket", new Set(lines.map((line) => (JSON.parse(line) as AuditEvent).uuid)).size, 4000);
  return `${lines.length} events in ${objects.size} objects`;
}
