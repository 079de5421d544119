import { splunkSink } from "../src/splunk.ts";
import type { SinkTrial, TrialEvent, TrialFault } from "../src/sink-rules.ts";
import { type HttpServer, type Reply, serveHttp } from "./http-server.ts";

/** An HTTP Event Collector. */
export interface SplunkTrial extends SinkTrial {
  readonly server: HttpServer;
  end(): Promise<void>;
}

const POISON = "poison";

/** The token of every trial. */
export const TOKEN = "example-token";

/**
 * Starts a collector as "About HTTP Event Collector Indexer Acknowledgment" of Splunk describes it: a request gets the id of its acknowledgement in its channel, which is true once after the events are indexed.
 */
export async function splunkTrial(): Promise<SplunkTrial> {
  const indexed: TrialEvent[] = [];
  const faults: TrialFault[] = [];
  const acks = new Map<string, boolean>();
  let nextAck = 0;

  function collect(body: string, channel: string): Reply {
    const events = body.split("\n").map((line) => (JSON.parse(line) as { readonly event: TrialEvent }).event);
    const fault = faults.shift();
    if (fault === "error") return { status: 503, body: { text: "Server is busy", code: 9 } };
    const poisoned = events.findIndex(({ text }) => text === POISON);
    if (poisoned >= 0) return { status: 400, body: { text: "Invalid data format", code: 6, "invalid-event-number": poisoned } };
    nextAck += 1;
    // Events that were received and are never indexed are what acknowledgement is for.
    if (fault !== "hang") indexed.push(...(fault === "half" ? events.slice(0, Math.ceil(events.length / 2)) : events));
    acks.set(`${channel} ${nextAck}`, fault === undefined);
    return { status: 200, body: { text: "Success", code: 0, ackId: nextAck } };
  }

  function acknowledge(body: string, channel: string): Reply {
    const ids = (JSON.parse(body) as { readonly acks: readonly number[] }).acks;
    const entries = ids.map((id) => {
      const key = `${channel} ${id}`;
      const isIndexed = acks.get(key) ?? false;
      if (isIndexed) acks.delete(key);
      return [String(id), isIndexed] as const;
    });
    return { status: 200, body: { acks: Object.fromEntries(entries) } };
  }

  const server = await serveHttp(({ path, headers, body }): Reply => {
    const channel = String(headers["x-splunk-request-channel"]);
    if (headers.authorization !== `Splunk ${TOKEN}`) return { status: 403, body: { text: "Invalid token", code: 4 } };
    return path.endsWith("/ack") ? acknowledge(body, channel) : collect(body, channel);
  });

  return {
    server,
    open: (options) => ({ sink: splunkSink<TrialEvent>({ ...options, url: server.url, token: TOKEN, ackPollMs: 5 }) }),
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    stored: async () => indexed,
    poisoned: (event) => ({ ...event, text: POISON }),
    end: () => server.close(),
  };
}
