import { Webhook } from "standardwebhooks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { httpSink } from "../src/http.ts";
import { sinkRules } from "../src/sink-rules.ts";
import { type HttpServer, type Reply, serveHttp } from "./http-server.ts";
import { httpTrial } from "./http-trial.ts";
import { caught, eventsFrom, OPTIONS, runPage } from "./support.ts";

const SECRET = `whsec_${btoa("an example that is long enough")}`;

async function serve(reply: () => Reply = () => ({ status: 204 })): Promise<HttpServer> {
  const server = await serveHttp(reply);
  onTestFinished(() => server.close());
  return server;
}

/** Replies in turn, the last one again and again. */
function inTurn(...replies: Reply[]): () => Reply {
  return () => (replies.length > 1 ? replies.shift() : replies[0]) ?? "cut";
}

describe("events by HTTP", () => {
  for (const { rule, check } of sinkRules({ once: false, ordered: true }))
    it(rule, async () => {
      expect(await check(httpTrial)).toMatchObject({ lost: 0 });
    });

  it("are lines of JSON, or an array", async () => {
    const server = await serve();
    await runPage(httpSink({ ...OPTIONS, url: `${server.url}/a?b=c` }), eventsFrom(0, 2));
    await runPage(httpSink({ ...OPTIONS, url: `${server.url}/a/`, format: "json", headers: { Authorization: "Bearer example" } }), eventsFrom(0, 2));
    const [lines, array] = server.requests;
    expect(lines?.path).toBe("/a?b=c");
    expect(lines?.headers["content-type"]).toBe("application/x-ndjson");
    expect(lines?.body).toBe(
      `${eventsFrom(0, 2)
        .map((event) => JSON.stringify(event))
        .join("\n")}\n`,
    );
    expect(array?.path).toBe("/a/");
    expect(array?.headers).toMatchObject({ "content-type": "application/json", authorization: "Bearer example" });
    expect(JSON.parse(array?.body ?? "")).toEqual(eventsFrom(0, 2));
  });

  it("have the same idempotency key when they are sent again, and another one in another part", async () => {
    const server = await serve(inTurn("cut", { status: 500 }, { status: 200 }));
    await runPage(httpSink({ ...OPTIONS, url: server.url, maxEvents: 2, maxBackoffMs: 1 }), eventsFrom(0, 4));
    const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys.length).toBe(4);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[3]).not.toBe(keys[0]);
    await runPage(httpSink({ ...OPTIONS, url: server.url, maxEvents: 2 }), eventsFrom(0, 2));
    expect(server.requests[4]?.headers["idempotency-key"], "after a crash").toBe(keys[0]);
    await runPage(httpSink({ ...OPTIONS, stream: "otherEvents", url: server.url, maxEvents: 2 }), eventsFrom(0, 2));
    expect(server.requests[5]?.headers["idempotency-key"], "of another stream").not.toBe(keys[0]);
  });

  it("are signed with their time, each attempt anew", async () => {
    const server = await serve(inTurn({ status: 503, headers: { "retry-after": "7" } }, { status: 200 }));
    const clock = fakeClock();
    // The library of the standard rejects times that are more than five minutes from now.
    vi.useFakeTimers({ toFake: ["Date"], now: clock.wallNow() });
    onTestFinished(() => void vi.useRealTimers());
    const sink = httpSink({ ...OPTIONS, format: "json", url: server.url, signingSecret: SECRET, clock, timeoutMs: 60_000 });
    const handled = sink.handle(
      { events: eventsFrom(0, 1), position: { cursor: "1" }, lagMs: undefined },
      { attempt: 1, signal: new AbortController().signal },
    );
    await expect.poll(() => sink.counters().retries).toBe(1);
    await clock.advance(7000);
    await handled;
    const begin = clock.wallNow() / 1000 - 7;
    expect(server.requests.map(({ headers }) => headers["webhook-timestamp"])).toEqual([String(begin), String(begin + 7)]);
    expect(new Set(server.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const receiver = new Webhook(SECRET);
    for (const { headers, body } of server.requests) {
      const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      expect(receiver.verify(body, signed)).toEqual(eventsFrom(0, 1));
      expect(() => receiver.verify(`${body} `, signed)).toThrow("No matching signature found");
    }
    expect(clock.timers).toBe(0);
  });

  it.each([401, 403, 404, 302])("end the feed after status %s, which a retry does not change", async (status) => {
    const server = await serve(() => ({ status, headers: status === 302 ? { location: "/login" } : {} }));
    const sink = httpSink({ ...OPTIONS, url: server.url, headers: { authorization: "Bearer example-secret" } });
    const error = await caught(runPage(sink, eventsFrom(0, 1)));
    expect(error).toMatchObject({ name: "ApiError", status });
    expect(JSON.stringify([String(error), error])).not.toContain("example-secret");
    expect(server.requests.length).toBe(1);
  });

  it("name the option url in the error of a redirect", async () => {
    const server = await serve(() => ({ status: 302, headers: { location: "/login" } }));
    const error = await caught(runPage(httpSink({ ...OPTIONS, url: server.url }), eventsFrom(0, 1)));
    expect(error).toMatchObject({ option: "url", message: "target failed with status 302: redirects are not followed: set url to the final address" });
    expect((error as Error).stack).not.toContain("baseUrl");
  });

  it("are not taken by a login page", async () => {
    const server = await serve(() => ({ status: 200, headers: { "content-type": "text/html" }, body: "sign in" }));
    expect(await caught(runPage(httpSink({ ...OPTIONS, url: server.url }), eventsFrom(0, 1)))).toMatchObject({ code: "unexpected-content" });
  });

  it("are sent again after a redirect or a login page in place of a target that took events before", async () => {
    const server = await serve(
      inTurn(
        { status: 200 },
        { status: 302, headers: { location: "/login" } },
        { status: 200, headers: { "content-type": "text/html" }, body: "sign in" },
        { status: 200 },
      ),
    );
    const sink = httpSink({ ...OPTIONS, url: server.url, maxEvents: 1, maxBackoffMs: 1 });
    await runPage(sink, eventsFrom(0, 2));
    expect(sink.counters()).toMatchObject({ events: 2, retries: 2 });
  });

  it("reject options that cannot work", () => {
    expect(() => httpSink({ ...OPTIONS, url: "http://collector.example.com" })).toThrow(
      "url is http:// to collector.example.com, which would send credentials in clear text",
    );
    expect(() => httpSink({ ...OPTIONS, url: "https://user:word@collector.example.com" })).toThrow("url must not hold a user name or password");
    expect(() => httpSink({ ...OPTIONS, url: "https://collector.example.com/a#b" })).toThrow("url must not hold a query or fragment");
    expect(() => httpSink({ ...OPTIONS, url: "collector" })).toThrow("url must be a whole address with its scheme");
    expect(() => httpSink({ ...OPTIONS, url: "https://a.example.com", signingSecret: "short" })).toThrow(
      "signingSecret must be whsec_ and 24 to 64 bytes in base64, as Standard Webhooks defines; got a string of 5 characters",
    );
    expect(() => httpSink({ ...OPTIONS, url: "https://a.example.com", adress: "x" } as never)).toThrow("adress is not an option of httpSink");
  });
});
