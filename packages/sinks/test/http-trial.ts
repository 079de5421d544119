import { httpSink, type HttpSinkOptions } from "../src/http.ts";
import type { SinkTrial, TrialEvent, TrialFault } from "../src/sink-rules.ts";
import { type HttpServer, type Reply, serveHttp } from "./http-server.ts";

/** A collector of events over HTTP. */
export interface HttpTrial extends SinkTrial {
  readonly server: HttpServer;
  end(): Promise<void>;
}

const POISON = "poison";

/** Starts a collector that rejects a request as a whole if one of its events is poisoned. */
export async function httpTrial(own: Partial<HttpSinkOptions<TrialEvent>> = {}): Promise<HttpTrial> {
  const kept: TrialEvent[] = [];
  const faults: TrialFault[] = [];
  const server = await serveHttp(({ body }): Reply => {
    const lines = own.format === "json" ? body : `[${body.trimEnd().split("\n").join(",")}]`;
    const events = JSON.parse(lines) as TrialEvent[];
    const fault = faults.shift();
    if (fault === "error") return { status: 503, body: { message: "not now" } };
    if (fault === "hang") return "hang";
    if (events.some(({ text }) => text === POISON)) return { status: 400, body: { message: "not an event" } };
    kept.push(...(fault === "half" ? events.slice(0, Math.ceil(events.length / 2)) : events));
    return fault === undefined ? { status: 202 } : "cut";
  });
  return {
    server,
    open: (options) => ({ sink: httpSink<TrialEvent>({ url: `${server.url}/collect?from=keywright`, ...options, ...own }) }),
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    stored: async () => kept,
    poisoned: (event) => ({ ...event, text: POISON }),
    end: () => server.close(),
  };
}
