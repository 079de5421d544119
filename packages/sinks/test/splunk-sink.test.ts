import type { Clock } from "@keywright/core";
import { platformClock } from "@keywright/core/client";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { sinkRules } from "../src/sink-rules.ts";
import type { SinkEvent } from "../src/index.ts";
import { splunkSink } from "../src/splunk.ts";
import { type HttpServer, type Received, type Reply, serveHttp } from "./http-server.ts";
import { splunkTrial } from "./splunk-trial.ts";
import { caught, eventsFrom, OPTIONS, runPage } from "./support.ts";

const SENT = { status: 200, body: { text: "Success", code: 0, ackId: 3 } };
const isAck = ({ path }: Received): boolean => path.endsWith("/ack");

/** A collector that replies to events and to questions for acknowledgements in turn, with the last one again and again. */
async function collector(sent: Reply[], acks: Reply[]): Promise<HttpServer> {
  const server = await serveHttp((request) => {
    const replies = isAck(request) ? acks : sent;
    return (replies.length > 1 ? replies.shift() : replies[0]) ?? "cut";
  });
  onTestFinished(() => server.close());
  return server;
}

const ack = (isIndexed: boolean): Reply => ({ status: 200, body: { acks: { 3: isIndexed } } });
const own = (server: HttpServer) => ({ ...OPTIONS, url: server.url, token: "example-token", ackPollMs: 1, maxBackoffMs: 1 });

describe("events in Splunk", () => {
  for (const { rule, check } of sinkRules({ once: false, ordered: true }))
    it(rule, async () => {
      expect(await check(splunkTrial)).toMatchObject({ lost: 0 });
    });

  it("are sent with their time, their metadata and the token, in one channel", async () => {
    const server = await collector([SENT], [ack(true)]);
    await runPage(splunkSink({ ...own(server), index: "audit", sourcetype: "keywright:audit" }), eventsFrom(0, 2));
    const [events, question] = server.requests;
    expect(events?.path).toBe("/services/collector/event");
    expect(events?.headers.authorization).toBe("Splunk example-token");
    expect(events?.body.split("\n").map((line) => JSON.parse(line) as unknown)).toEqual(
      eventsFrom(0, 2).map((event) => ({ time: 1_772_438_400, index: "audit", sourcetype: "keywright:audit", event })),
    );
    expect([question?.path, question?.body]).toEqual(["/services/collector/ack", '{"acks":[3]}']);
    const channels = server.requests.map(({ headers }) => headers["x-splunk-request-channel"]);
    expect(channels).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), channels[0]]);
  });

  it.each(["/", "/services/collector", "/services/collector/", "/services/collector/event", "/services/collector/raw/1.0"])(
    "go to the same place if the address ends with %s",
    async (end) => {
      const server = await collector([SENT], [ack(true)]);
      await runPage(splunkSink({ ...own(server), url: `${server.url}${end}` }), eventsFrom(0, 1));
      expect(server.requests.map(({ path }) => path)).toEqual(["/services/collector/event", "/services/collector/ack"]);
    },
  );

  it("are not stored before Splunk says that they are indexed", async () => {
    const server = await collector([SENT], [ack(false), { status: 503 }, "cut", { status: 200, body: {} }, ack(true)]);
    const sink = splunkSink(own(server));
    await runPage(sink, eventsFrom(0, 1));
    expect(server.requests.map((request) => (isAck(request) ? "ack" : "events"))).toEqual(["events", "ack", "ack", "ack", "ack", "ack"]);
    expect(sink.counters()).toMatchObject({ events: 1, retries: 0 });
  });

  it("have three minutes to be indexed, before they are sent again", async () => {
    const limits: number[] = [];
    const clock: Clock = {
      ...platformClock,
      after(delayMs, callback) {
        limits.push(delayMs);
        return platformClock.after(delayMs, callback);
      },
    };
    await runPage(splunkSink({ ...own(await collector([SENT], [ack(true)])), clock }), eventsFrom(0, 1));
    expect(limits).toContain(180_000);
    expect(limits).not.toContain(30_000);
  });

  it("are sent again if they are not acknowledged in time", async () => {
    const timeoutMs = 180_000;
    let endAttempt = (): void => {};
    // The time limit ends when the collector has replied that the events are not indexed, however slow the machine is.
    const clock: Clock = {
      ...platformClock,
      after: (delayMs, callback) => (delayMs === timeoutMs ? void (endAttempt = callback) : platformClock.after(delayMs, callback)),
    };
    let posts = 0;
    const server = await serveHttp((request) => {
      if (isAck(request) && posts === 1) endAttempt();
      if (isAck(request)) return ack(posts === 2);
      posts += 1;
      return SENT;
    });
    onTestFinished(() => server.close());
    const sink = splunkSink({ ...own(server), clock, timeoutMs });
    await runPage(sink, eventsFrom(0, 1));
    const sent = server.requests.filter((request) => !isAck(request)).map(({ body }) => body);
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(sink.counters()).toMatchObject({ events: 1, retries: 1 });
  });

  it("are reported once while Splunk does not acknowledge them, with the end of the wait, and then written again", async () => {
    const clock = fakeClock();
    const events: SinkEvent[] = [];
    let posts = 0;
    const fetch = async (url: string): Promise<Response> => {
      if (url.endsWith("/ack")) return Response.json({ acks: { 3: posts === 2 } });
      posts += 1;
      return Response.json(SENT.body);
    };
    const sink = splunkSink({ ...OPTIONS, url: "https://splunk.example.com", token: "example-token", clock, fetch, onEvent: (event) => events.push(event) });
    await clock.finish(runPage(sink, eventsFrom(0, 2)));
    expect(events).toEqual([
      { type: "waiting", stream: "trialEvents", events: 2, until: "2026-03-02T08:03:00.000Z" },
      expect.objectContaining({
        type: "retry",
        error: expect.objectContaining({
          message: "Splunk received the events and did not acknowledge them within 180000 ms: check that it runs, and its indexers",
        }),
      }),
      expect.objectContaining({ type: "written", events: 2 }),
    ]);
    expect(clock.timers).toBe(0);
  });

  it("end the feed if the token has no acknowledgement", async () => {
    const server = await collector([{ status: 200, body: { text: "Success", code: 0 } }], [ack(true)]);
    expect(await caught(runPage(splunkSink(own(server)), eventsFrom(0, 1)))).toMatchObject({
      message: expect.stringContaining("Enable indexer acknowledgement for this token"),
    });
  });

  it.each([
    [400, { text: "Incorrect index", code: 7 }],
    [400, { text: "ACK is disabled", code: 14 }],
    [403, { text: "Invalid token", code: 4 }],
  ])("are no dead letters for status %s %o, which is not about them", async (status, body) => {
    const deadLetters: unknown[] = [];
    const server = await collector([{ status, body }], [ack(true)]);
    const error = await caught(runPage(splunkSink({ ...own(server), deadLetter: (event) => deadLetters.push(event) }), eventsFrom(0, 2)));
    expect(error).toMatchObject({ name: "ApiError", status, message: expect.stringContaining(body.text) });
    expect([deadLetters, server.requests.length]).toEqual([[], 1]);
    expect(JSON.stringify([String(error), error])).not.toContain("example-token");
  });

  it("end the feed, and are no dead letters, if Splunk rejects the question whether they are indexed", async () => {
    const deadLetters: unknown[] = [];
    const server = await collector([SENT], [{ status: 400, body: { text: "ACK is disabled", code: 14 } }]);
    const error = await caught(runPage(splunkSink({ ...own(server), deadLetter: (event) => deadLetters.push(event) }), eventsFrom(0, 2)));
    expect(error).toMatchObject({ name: "ApiError", status: 400 });
    expect([deadLetters, server.requests.length]).toEqual([[], 2]);
  });

  it("reject options that cannot work", () => {
    const options = { ...OPTIONS, url: "https://splunk.example.com:8088", token: "example-token" };
    expect(() => splunkSink({ ...options, token: "Splunk example" })).toThrow("token must be a token of visible characters, without the word Splunk");
    expect(() => splunkSink({ ...options, channel: "one" })).toThrow("channel must be a GUID");
    expect(() => splunkSink({ ...options, url: "http://splunk.example.com:8088" })).toThrow("url is http:// to splunk.example.com");
  });
});
