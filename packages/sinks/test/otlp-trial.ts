import { otlpSink } from "../src/otlp.ts";
import type { SinkTrial, TrialEvent, TrialFault } from "../src/sink-rules.ts";
import { type HttpServer, type Reply, serveHttp } from "./http-server.ts";

/** A receiver of logs. */
export interface OtlpTrial extends SinkTrial {
  readonly server: HttpServer;
  end(): Promise<void>;
}

/** The parts of a request that the tests read. */
export interface LogRequest {
  readonly resourceLogs: readonly [
    {
      readonly resource: unknown;
      readonly scopeLogs: readonly [{ readonly logRecords: readonly { readonly body: { readonly stringValue: string } }[] }];
    },
  ];
}

const POISON = "poison";

/** Returns the events of a request. */
function eventsOf(body: string): TrialEvent[] {
  const { resourceLogs } = JSON.parse(body) as LogRequest;
  return resourceLogs[0].scopeLogs[0].logRecords.map((record) => JSON.parse(record.body.stringValue) as TrialEvent);
}

/** Starts a receiver as "OTLP Specification", "OTLP/HTTP Response" describes it. It cannot decode a poisoned event. */
export async function otlpTrial(): Promise<OtlpTrial> {
  const kept: TrialEvent[] = [];
  const faults: TrialFault[] = [];
  const server = await serveHttp(({ body }): Reply => {
    const events = eventsOf(body);
    const fault = faults.shift();
    if (fault === "error") return { status: 503, body: { code: 14, message: "not now" } };
    if (fault === "hang") return "hang";
    if (events.some(({ text }) => text === POISON)) return { status: 400, body: { code: 3, message: "cannot be decoded" } };
    kept.push(...(fault === "half" ? events.slice(0, Math.ceil(events.length / 2)) : events));
    return fault === undefined ? { status: 200, body: { partialSuccess: {} } } : "cut";
  });
  return {
    server,
    open: (options) => ({ sink: otlpSink<TrialEvent>({ ...options, url: `${server.url}/v1/logs` }) }),
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    stored: async () => kept,
    poisoned: (event) => ({ ...event, text: POISON }),
    end: () => server.close(),
  };
}
