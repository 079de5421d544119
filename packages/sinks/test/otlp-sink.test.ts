import { JsonLogsSerializer } from "@opentelemetry/otlp-transformer";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import type { SinkError } from "../src/index.ts";
import { otlpSink } from "../src/otlp.ts";
import { sinkRules, type TrialEvent } from "../src/sink-rules.ts";
import { type HttpServer, type Reply, serveHttp } from "./http-server.ts";
import { type LogRequest, otlpTrial } from "./otlp-trial.ts";
import { caught, eventsFrom, OPTIONS, runPage } from "./support.ts";

const TAKEN: Reply = { status: 200, body: { partialSuccess: {} } };

/** A receiver that replies in turn, with the last reply again and again. */
async function serve(...replies: Reply[]): Promise<HttpServer> {
  const server = await serveHttp(() => (replies.length > 1 ? replies.shift() : replies[0]) ?? "cut");
  onTestFinished(() => server.close());
  return server;
}

const own = (server: HttpServer) => ({ ...OPTIONS, url: `${server.url}/v1/logs`, maxBackoffMs: 1 });
const requestOf = ({ requests: [first] }: HttpServer) => JSON.parse(first?.body ?? "") as LogRequest;

/** Returns a reply of a partial success. */
const partial = (partialSuccess: object): Reply => ({ status: 200, body: { partialSuccess } });

/** Returns the request in which OpenTelemetry's own SDK sends an event. */
async function exported(event: TrialEvent, time: [seconds: number, nanos: number], observed: number): Promise<LogRequest> {
  const exporter = new InMemoryLogRecordExporter();
  const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] });
  const logger = provider.getLogger("@keywright/sinks");
  const attributes = { "log.record.uid": `trialEvents:${event.id}` };
  logger.emit({ timestamp: time, observedTimestamp: new Date(observed), body: JSON.stringify(event), eventName: event.action, attributes });
  await provider.forceFlush();
  return JSON.parse(new TextDecoder().decode(JsonLogsSerializer.serializeRequest(exporter.getFinishedLogRecords()))) as LogRequest;
}

describe("events as log records", () => {
  for (const { rule, check } of sinkRules({ once: false, ordered: true }))
    it(rule, async () => {
      expect(await check(otlpTrial)).toMatchObject({ lost: 0 });
    });

  it("are sent as OpenTelemetry's own SDK sends them", async () => {
    const server = await serve(TAKEN);
    const clock = fakeClock();
    const [event] = eventsFrom(7, 1).map((one) => ({ ...one, at: "2026-03-02T09:15:00.123456789+02:00", text: 'é "quoted" 😀' }));
    if (event === undefined) throw new Error("no event");
    await runPage(otlpSink({ ...own(server), clock }), [event]);
    const theirs = await exported(event, [Date.UTC(2026, 2, 2, 7, 15) / 1000, 123_456_789], clock.wallNow());
    expect(theirs.resourceLogs[0].scopeLogs).toMatchObject(requestOf(server).resourceLogs[0].scopeLogs);
    expect(requestOf(server).resourceLogs[0].scopeLogs[0].logRecords[0]).toMatchObject({ timeUnixNano: "1772435700123456789" });
  });

  it("have a resource, and go to the whole address with headers", async () => {
    const server = await serve(TAKEN);
    await runPage(otlpSink({ ...own(server), resource: { "service.name": "vault" }, headers: { Authorization: "Bearer example" } }), eventsFrom(0, 1));
    expect(server.requests[0]).toMatchObject({ path: "/v1/logs", headers: { "content-type": "application/json", authorization: "Bearer example" } });
    expect(requestOf(server).resourceLogs[0].resource).toEqual({ attributes: [{ key: "service.name", value: { stringValue: "vault" } }] });
    const other = await serve(TAKEN);
    await runPage(otlpSink(own(other)), eventsFrom(0, 1));
    expect(requestOf(other).resourceLogs[0].resource).toEqual({ attributes: [{ key: "service.name", value: { stringValue: "trialEvents" } }] });
  });

  it.each([undefined, "yesterday", "1969-12-31T23:59:59Z", "2554-07-21T23:34:34Z", "2026-02-30"])("have no time if it is %s", async (at) => {
    const server = await serve(TAKEN);
    await runPage(otlpSink({ ...own(server), timeOf: () => at }), eventsFrom(0, 1));
    const [record] = requestOf(server).resourceLogs[0].scopeLogs[0].logRecords;
    expect(record).not.toHaveProperty("timeUnixNano");
    expect(record).toHaveProperty("observedTimeUnixNano", expect.stringMatching(/^\d{19}$/));
  });

  it.each([429, 502, 503, 504])("are sent again after status %s, when the receiver says", async (status) => {
    const server = await serve({ status, headers: { "retry-after": "7" } }, TAKEN);
    const clock = fakeClock();
    const handled = runPage(otlpSink({ ...own(server), clock, timeoutMs: 60_000 }), eventsFrom(0, 2));
    await expect.poll(() => server.requests.length).toBe(1);
    await expect.poll(() => clock.timers).toBe(1);
    await clock.advance(6999);
    expect(server.requests.length).toBe(1);
    await clock.advance(1);
    await handled;
    expect(server.requests.length).toBe(2);
  });

  it.each([401, 404, 408, 500, 501])("are not sent again after status %s", async (status) => {
    const server = await serve({ status, headers: { "retry-after": "1" } });
    const sink = otlpSink({ ...own(server), headers: { authorization: "Bearer example-secret" }, deadLetter: () => {} });
    const error = await caught(runPage(sink, eventsFrom(0, 2)));
    expect(error).toMatchObject({ name: "ApiError", status });
    expect(JSON.stringify([String(error), error])).not.toContain("example-secret");
    expect(server.requests.length).toBe(1);
  });

  it.each([3, "3"])("become dead letters together and are not sent again if %j of them are rejected", async (rejectedLogRecords) => {
    const server = await serve(TAKEN, partial({ rejectedLogRecords, errorMessage: "too old" }), TAKEN);
    const deadLetters: (readonly [TrialEvent, SinkError])[] = [];
    const sink = otlpSink({ ...own(server), maxEvents: 5, deadLetter: (event: TrialEvent, reason) => void deadLetters.push([event, reason]) });
    await runPage(sink, eventsFrom(0, 15));
    expect(deadLetters.map(([event]) => event)).toEqual(eventsFrom(5, 5));
    for (const [, reason] of deadLetters) {
      expect(reason).toMatchObject({ code: "rejected", message: "the receiver rejected 3 of the 5 events of a request, and does not say which" });
      expect(reason.cause).toMatchObject({ message: "too old" });
    }
    expect(sink.counters()).toMatchObject({ events: 10, deadLetters: 5, retries: 0 });
    expect(server.requests.length).toBe(3);
  });

  it.each<[string, Reply]>([
    ["a warning", partial({ rejectedLogRecords: "0", errorMessage: "use another version" })],
    ["an empty object", { status: 200, body: {} }],
    ["an empty body", { status: 200, headers: { "content-length": "0" } }],
    ["an empty body without a length", { status: 200 }],
    ["status 204", { status: 204 }],
    ["status 201 without a body", { status: 201, headers: { "content-length": "0" } }],
  ])("are taken by %s", async (_what, reply) => {
    const server = await serve(reply);
    const sink = otlpSink(own(server));
    await runPage(sink, eventsFrom(0, 2));
    expect(sink.counters()).toMatchObject({ events: 2, deadLetters: 0 });
    expect(server.requests.length).toBe(1);
  });

  it("are sent again if a response has no end, and not taken by a login page", async () => {
    const cut: Reply = { status: 200, headers: { "content-length": "5", connection: "close" } };
    const server = await serve(cut, TAKEN);
    await runPage(otlpSink(own(server)), eventsFrom(0, 2));
    expect(server.requests.length).toBe(2);
    const login = await serve({ status: 200, headers: { "content-type": "text/html" }, body: "sign in" });
    expect(await caught(runPage(otlpSink(own(login)), eventsFrom(0, 1)))).toMatchObject({ code: "unexpected-content" });
  });

  it("have options that are checked", () => {
    const good = { ...OPTIONS, url: "https://collector.example.com/v1/logs" };
    expect(() => otlpSink({ ...good, url: "http://collector.example.com/v1/logs" })).toThrow("url is http:// to collector.example.com");
    expect(() => otlpSink({ ...good, url: "collector" })).toThrow("url must be a whole address with its scheme");
    expect(() => otlpSink({ ...good, resource: { version: 2 } } as never)).toThrow("resource must be an object of texts");
    expect(() => otlpSink({ ...good, headers: "Bearer example-secret" } as never)).toThrow(/headers must be an object of texts; got (?!.*example-secret)/);
    expect(() => otlpSink({ ...good, adress: "x" } as never)).toThrow("adress is not an option of otlpSink");
    expect(() => otlpSink({ ...OPTIONS } as never)).toThrow("url");
  });
});
