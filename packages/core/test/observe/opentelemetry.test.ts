import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { isTracingSuppressed, W3CTraceContextPropagator } from "@opentelemetry/core";
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/client.ts";
import type { ClientOptions, UnreadResponse } from "../../src/index.ts";
import { clientCredentials } from "../../src/oauth.ts";
import { openTelemetry, type OpenTelemetryApi, type OpenTelemetryOptions } from "../../src/opentelemetry.ts";
import { fakeClock } from "../fake-clock.ts";
import { baseUrl, callOf, caught, countedSignal, deleteThing, getThing, listOf } from "../support.ts";
import { credentials, issued, tokenService } from "../oauth/token-service.ts";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => {
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
});
afterEach(() => exporter.reset());
afterAll(async () => {
  for (const part of [api.context, api.propagation, api.trace, api.metrics]) part.disable();
  await provider.shutdown();
});

type Tree = readonly [name: string, about: object, ...children: Tree[]];

const KINDS = ["internal", "server", "client"];
const STATUSES = ["", " ok", " FAILED"];

/** The spans that were exported, as a person reads them: each with those below it, in the order in which they began. */
function trees(parentId?: string): Tree[] {
  return exporter
    .getFinishedSpans()
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parentId)
    .sort((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1] || order(a) - order(b))
    .map((span) => [
      `${KINDS[span.kind]} ${span.name}${STATUSES[span.status.code]}`,
      { ...span.attributes, ...(span.events.length > 0 ? { events: span.events.map(({ name, attributes }) => [name, attributes]) } : {}) },
      ...trees(span.spanContext().spanId),
    ]);
}

const order = (span: ReadableSpan): number => exporter.getFinishedSpans().indexOf(span);

const at = {
  "http.request.method": "GET",
  "url.template": "/v1/things/{thingId}",
  "url.full": `${baseUrl}/v1/things/a`,
  "server.address": "service.example.com",
  "server.port": 443,
};
const counted = { "keywright.call.id": expect.any(Number) as unknown };

const observer = (options?: OpenTelemetryOptions) => openTelemetry(api, options);

describe("the trace of a call", () => {
  it("with a retry and a renewed token reads as it went", async () => {
    const clock = fakeClock();
    const token = clientCredentials({ ...credentials, fetch: tokenService((count) => issued(`token-${count}`)), clock });
    const fetch = recordingFetch(
      jsonResponse(503, {}),
      jsonResponse(401, {}, { "www-authenticate": 'Bearer error="invalid_token"' }),
      jsonResponse(200, { a: 1 }),
    );
    const call = callOf(getThing, { fetch, clock, token, onEvent: observer() });
    const work = provider.getTracer("program").startActiveSpan("sync the things", async (span) => {
      await call({ thingId: "a", filter: "Tq7" });
      span.end();
    });
    await clock.finish(work);
    expect(trees()).toEqual([
      [
        "internal sync the things",
        {},
        [
          "internal getThing",
          { ...counted, "keywright.call.attempts": 3, "http.response.status_code": 200, events: [["retry", { "keywright.retry.delay_ms": 50 }]] },
          ["internal get token", { "keywright.token.renewal": false }],
          ["client GET /v1/things/{thingId} FAILED", { ...at, "http.response.status_code": 503, "error.type": "503" }],
          ["client GET /v1/things/{thingId} FAILED", { ...at, "http.request.resend_count": 1, "http.response.status_code": 401, "error.type": "401" }],
          ["internal get token", { "keywright.token.renewal": true }],
          ["client GET /v1/things/{thingId}", { ...at, "http.request.resend_count": 2, "http.response.status_code": 200 }],
        ],
      ],
    ]);
    // The service sees each attempt under the span of that attempt.
    const sent = exporter.getFinishedSpans().filter(({ kind }) => kind === api.SpanKind.CLIENT);
    expect(fetch.requests.map(({ headers }) => headers["traceparent"])).toEqual(
      sent.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
    );
    expect(new Set(exporter.getFinishedSpans().map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it.each([
    ["https://[::1]:8443", "::1", 8443],
    ["https://[2001:DB8::0:1]", "2001:db8::1", 443],
    ["https://op-connect-api.secrets-platform.svc.cluster.local", "op-connect-api.secrets-platform.svc.cluster.local", 443],
    ["http://127.0.0.1:8080", "127.0.0.1", 8080],
    ["http://localhost", "localhost", 80],
  ])("to %s names its server %s", async (address, server, port) => {
    const thingId = "iihcwjkpp63v2nsmo436sdbeuu";
    await callOf(getThing, { fetch: recordingFetch(jsonResponse(200, {})), baseUrl: address, onEvent: observer() })({ thingId });
    const [sent] = exporter.getFinishedSpans().filter(({ kind }) => kind === api.SpanKind.CLIENT);
    expect(sent?.attributes).toMatchObject({ "server.address": server, "server.port": port, "url.full": `${new URL(address).origin}/v1/things/${thingId}` });
  });

  it("names the version of HTTP in each span of an attempt, if the transport knows it", async () => {
    const answers = [jsonResponse(503, {}), jsonResponse(200, {})];
    const transport = async (): Promise<UnreadResponse> => {
      const { status, headers, body } = answers.shift() ?? jsonResponse(404, {});
      return { status, headers, body, httpVersion: "1.1" };
    };
    const clock = fakeClock();
    await clock.finish(callOf(getThing, { transport, clock, onEvent: observer() })({ thingId: "a" }));
    const sent = exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes["network.protocol.version"]]);
    expect(sent).toEqual([
      ["GET /v1/things/{thingId}", "1.1"],
      ["GET /v1/things/{thingId}", "1.1"],
      ["getThing", undefined],
    ]);
  });

  it("that fails says why, and why it was not retried", async () => {
    const fetch = async (): Promise<Response> => Promise.reject(new TypeError("fetch failed"));
    await caught(callOf(getThing, { fetch, retry: false, onEvent: observer() })({ thingId: "a" }));
    expect(trees()).toEqual([
      [
        "internal getThing FAILED",
        { ...counted, "keywright.call.attempts": 1, "keywright.call.stop_reason": "attempts-used", "error.type": "connection-failed" },
        ["client GET /v1/things/{thingId} FAILED", { ...at, "error.type": "connection-failed" }],
      ],
    ]);
  });

  it.each([
    ["a refusal", () => jsonResponse(404, {}), { "http.response.status_code": 404, "error.type": "404" }],
    [
      "a redirect",
      () => jsonResponse(302, {}, { location: "https://elsewhere.example.com" }),
      { "http.response.status_code": 302, "error.type": "redirect-refused" },
    ],
    [
      "a login page",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      { "http.response.status_code": 200, "error.type": "unexpected-content" },
    ],
  ])("types %s as an error by status or code", async (_what, answer, outcome) => {
    await caught(callOf(getThing, { fetch: async () => answer(), onEvent: observer() })({ thingId: "a" }));
    expect(trees()).toEqual([
      [
        "internal getThing FAILED",
        { ...counted, "keywright.call.attempts": 1, "keywright.call.stop_reason": "not-retryable", ...outcome },
        ["client GET /v1/things/{thingId} FAILED", { ...at, ...outcome }],
      ],
    ]);
  });

  it("whose token cannot be had shows that, and no attempt", async () => {
    const token = (): Promise<string> => Promise.reject(new Error("the vault is sealed"));
    await caught(callOf(getThing, { fetch: recordingFetch(), token, onEvent: observer() })({ thingId: "a" }));
    expect(trees()).toEqual([
      [
        "internal getThing FAILED",
        { ...counted, "keywright.call.attempts": 0, "keywright.call.stop_reason": "not-retryable", "error.type": "invalid-token" },
        ["internal get token FAILED", { "keywright.token.renewal": false, "error.type": "invalid-token" }],
      ],
    ]);
  });

  it("that its caller aborts is no failure", async () => {
    const { signal, abort } = countedSignal();
    const fetch = (): Promise<Response> => {
      abort("enough");
      return new Promise(() => {});
    };
    await caught(callOf(getThing, { fetch, onEvent: observer() })({ thingId: "a" }, { signal }));
    expect(trees()).toEqual([
      [
        "internal getThing",
        { ...counted, "keywright.call.attempts": 1, "keywright.aborted": true },
        ["client GET /v1/things/{thingId}", { ...at, "keywright.aborted": true }],
      ],
    ]);
  });

  it("to an address from a response is named by its method alone", async () => {
    const fire: Operation = { ...deleteThing, id: "fire", method: "POST", pathParameters: {}, path: "", address: "href" };
    await callOf(fire, { fetch: async () => new Response(), onEvent: observer() })({ href: `${baseUrl}/v1/fire/Tq7` });
    expect(trees()).toEqual([
      [
        "internal fire",
        { ...counted, "keywright.call.attempts": 1, "http.response.status_code": 200 },
        [
          "client POST",
          {
            "http.request.method": "POST",
            "url.full": `${baseUrl}/[redacted]`,
            "server.address": "service.example.com",
            "server.port": 443,
            "http.response.status_code": 200,
          },
        ],
      ],
    ]);
  });

  it("contains no secret", async () => {
    const fetch = recordingFetch(jsonResponse(503, { message: "Tq7" }), jsonResponse(200, { password: "Tq7" }));
    const clock = fakeClock();
    await clock.finish(callOf(getThing, { fetch, clock, token: async () => "Tq7", onEvent: observer() })({ thingId: "a", filter: "Tq7" }));
    expect(JSON.stringify(exporter.getFinishedSpans().map(({ name, attributes, events, status }) => [name, attributes, events, status]))).not.toContain("Tq7");
  });
});

describe("the spans of many calls", () => {
  it("50 at once do not mix: each is under its own caller, with its own attempts, and each request carries its own", async () => {
    const clock = fakeClock();
    // Every second one: the quota of repetitions is not for more.
    const fails = (id: string): boolean => Number(id) % 2 === 0;
    const seen = new Map<string, string[]>();
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      const id = url.split("/").at(-1) as string;
      const headers = init.headers as { readonly [name: string]: string };
      const before = seen.get(id) ?? [];
      seen.set(id, [...before, headers["traceparent"] as string]);
      // Answers come in the opposite order of the requests.
      await new Promise<void>((resolve) => void clock.after(1000 - Number(id), resolve));
      return fails(id) && before.length === 0 ? jsonResponse(503, {}) : jsonResponse(200, {});
    };
    const call = callOf(getThing, { fetch, clock, onEvent: observer() });
    const tracer = provider.getTracer("program");
    const ids = Array.from({ length: 50 }, (_, index) => String(index));
    const work = ids.map((id) => tracer.startActiveSpan(`caller ${id}`, (span) => call({ thingId: id }).finally(() => span.end())));
    await clock.finish(Promise.all(work));
    const client = (id: string, resent: number, status: number): Tree => [
      `client GET /v1/things/{thingId}${status === 200 ? "" : " FAILED"}`,
      {
        ...at,
        "url.full": `${baseUrl}/v1/things/${id}`,
        ...(resent === 0 ? {} : { "http.request.resend_count": resent }),
        "http.response.status_code": status,
        ...(status === 200 ? {} : { "error.type": String(status) }),
      },
    ];
    const all = trees();
    for (const id of ids) {
      expect(all.find(([name]) => name === `internal caller ${id}`)).toEqual([
        `internal caller ${id}`,
        {},
        [
          "internal getThing",
          {
            ...counted,
            "keywright.call.attempts": fails(id) ? 2 : 1,
            "http.response.status_code": 200,
            ...(fails(id) ? { events: [["retry", { "keywright.retry.delay_ms": 50 }]] } : {}),
          },
          ...(fails(id) ? [client(id, 0, 503), client(id, 1, 200)] : [client(id, 0, 200)]),
        ],
      ]);
      const spans = exporter.getFinishedSpans().filter(({ attributes }) => attributes["url.full"] === `${baseUrl}/v1/things/${id}`);
      expect(seen.get(id)).toEqual(spans.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`));
    }
    expect(all.length).toBe(50);
  });

  it("of a list are under the span that walks it, page by page", async () => {
    const list = {
      ...getThing,
      id: "listThings",
      path: "/v1/things",
      pathParameters: {},
      queryParameters: { after: {} },
      pagination: { style: "next-link", items: "results", next: "next", cursor: "after" },
    } as const;
    const pages = [jsonResponse(200, { results: [1, 2], next: "?after=b" }), jsonResponse(200, { results: [3] })];
    const things = listOf<number>(list, { fetch: async () => pages.shift() as Response, onEvent: observer() })();
    await provider.getTracer("program").startActiveSpan("walk", async (span) => {
      for await (const thing of things) expect(thing).toBeGreaterThan(0);
      span.end();
    });
    expect(trees().map(([name, , ...children]) => [name, children.map(([child]) => child)])).toEqual([
      ["internal walk", ["internal listThings", "internal listThings"]],
    ]);
  });
});

describe("an instrumentation below", () => {
  it("makes no second span of an attempt, nor a second traceparent", async () => {
    const seen: unknown[] = [];
    // What such an instrumentation does with each request.
    const fetch = async (): Promise<Response> => {
      const span = provider.getTracer("transport").startSpan("GET", { kind: api.SpanKind.CLIENT });
      const carrier = {};
      api.propagation.inject(api.trace.setSpan(api.context.active(), span), carrier);
      seen.push(isTracingSuppressed(api.context.active()), carrier);
      span.end();
      return jsonResponse(200, {});
    };
    await callOf(getThing, { fetch, onEvent: observer() })({ thingId: "a" });
    expect(seen).toEqual([true, {}]);
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(["GET /v1/things/{thingId}", "getThing"]);
  });
});

describe("the metric http.client.request.duration", () => {
  async function pointsOf(options: OpenTelemetryOptions | undefined, client: Partial<ClientOptions> = {}): Promise<unknown[]> {
    const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 2 ** 30, exportTimeoutMillis: 1000 });
    const meters = new MeterProvider({ readers: [reader] });
    api.metrics.setGlobalMeterProvider(meters);
    const clock = fakeClock();
    const answers = [503, 200];
    const fetch = async (): Promise<Response> => {
      await new Promise<void>((resolve) => void clock.after(250, resolve));
      return jsonResponse(answers.shift() ?? 200, {});
    };
    await clock.finish(callOf(getThing, { fetch, clock, onEvent: observer(options), ...client })({ thingId: "a" }));
    await meters.forceFlush();
    const points = metrics
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap(({ metrics: found }) => found)
      .flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => [descriptor.name, descriptor.unit, attributes, (value as { sum: number }).sum]),
      );
    await meters.shutdown();
    api.metrics.disable();
    return points;
  }

  it("counts each attempt, in seconds, by template, service and outcome", async () => {
    const where = { "http.request.method": "GET", "url.template": "/v1/things/{thingId}", "server.address": "service.example.com", "server.port": 443 };
    expect(await pointsOf(undefined)).toEqual([
      ["http.client.request.duration", "s", { ...where, "http.response.status_code": 503, "error.type": "503" }, 0.25],
      ["http.client.request.duration", "s", { ...where, "http.response.status_code": 200 }, 0.25],
    ]);
  });

  it("is left to others if an option says so", async () => {
    expect(await pointsOf({ metrics: false })).toEqual([]);
  });
});

describe("openTelemetry without its API", () => {
  it.each([
    ["nothing", undefined, "nothing"],
    ["null", null, "null"],
    ["an empty object", {}, "an object"],
    ["a part of it", { trace: api.trace, context: api.context }, "an object"],
    ["a tracer", provider.getTracer("program"), "an object"],
  ])("rejects %s, and says what to install and pass", (_what, given, came) => {
    expect(() => openTelemetry(given as OpenTelemetryApi)).toThrow(
      expect.objectContaining({
        name: "ConfigurationError",
        message: `openTelemetry needs what @opentelemetry/api (version 1) exports: install it, and call openTelemetry({ context, metrics, propagation, trace }); got ${came}`,
      }),
    );
  });

  it("takes the four entry points alone, too, and works if no SDK is set up", async () => {
    const { context, metrics, propagation, trace } = api;
    trace.disable();
    try {
      const onEvent = openTelemetry({ context, metrics, propagation, trace });
      const fetch = recordingFetch(jsonResponse(200, { a: 1 }));
      expect(await callOf(getThing, { fetch, onEvent })({ thingId: "a" })).toEqual({ a: 1 });
      expect(fetch.requests[0]?.headers).not.toHaveProperty("traceparent");
    } finally {
      trace.setGlobalTracerProvider(provider);
    }
  });
});
