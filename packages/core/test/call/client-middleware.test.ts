import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type Call, ConfigurationError, type HttpResponse, type Middleware, type HttpRequest } from "../../src/index.ts";
import { fakeClock } from "../fake-clock.ts";
import { baseUrl, callOf, caught, createThing, getText, getThing, issueThing } from "../support.ts";

const responded = (body: unknown): HttpResponse => ({ status: 200, ok: true, headers: new Headers(), body });

describe("the order of a call", () => {
  it("is middleware, observation, retry, token, deadline and fetch", async () => {
    const seen: string[] = [];
    const clock = fakeClock();
    const statuses = [503, 200];
    const method = callOf(getThing, {
      clock,
      middleware: [
        async (request, next) => {
          seen.push("outer in");
          const response = await next(request);
          seen.push("outer out");
          return response;
        },
        async (request, next) => {
          seen.push("inner in");
          const response = await next(request);
          seen.push("inner out");
          return response;
        },
      ],
      token: () => {
        seen.push("token");
        return "token-1";
      },
      fetch: async () => {
        seen.push("fetch");
        return jsonResponse(statuses.shift() ?? 0, {});
      },
      onEvent: ({ type }) => void seen.push(type),
    });
    await clock.finish(method({ thingId: "a" }));
    const attempt = "token, attempt-start, fetch, attempt";
    expect(seen.join(", ")).toBe(`outer in, inner in, call-start, ${attempt}, retry, ${attempt}, call, inner out, outer out`);
  });

  it("signs each attempt again, with a signal of its own", async () => {
    const clock = fakeClock();
    const tokens = ["one", "two", "three"];
    const seen: unknown[] = [];
    const signals = new Set<unknown>();
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      seen.push((init.headers as Record<string, string>)["authorization"]);
      signals.add(init.signal);
      return jsonResponse(seen.length < 3 ? 503 : 200, {});
    };
    await clock.finish(callOf(getThing, { fetch, clock, token: async () => tokens.shift() ?? "" })({ thingId: "a" }));
    expect(seen).toEqual(["Bearer one", "Bearer two", "Bearer three"]);
    expect(signals.size).toBe(3);
  });

  it("uses the platform's fetch of that moment if no fetch is set", async () => {
    const own = globalThis.fetch;
    const asked: unknown[] = [];
    const method = callOf(getThing, {});
    globalThis.fetch = async (url) => {
      asked.push(url);
      return jsonResponse(200, { a: 1 });
    };
    try {
      expect(await method({ thingId: "a" })).toEqual({ a: 1 });
    } finally {
      globalThis.fetch = own;
    }
    expect(asked).toEqual([`${baseUrl}/v1/things/a`]);
  });
});

describe("a middleware", () => {
  it("sees the request and the call, and no credential, before or after", async () => {
    const requests: HttpRequest[] = [];
    const calls: Call[] = [];
    const responses: HttpResponse[] = [];
    const see: Middleware = async (request, next, call) => {
      requests.push(request);
      calls.push(call);
      const response = await next(request);
      responses.push(response);
      return response;
    };
    const { signal } = new AbortController();
    const fetch = recordingFetch(jsonResponse(200, { a: 1 }, { "x-a": "b" }), jsonResponse(200, {}));
    await callOf(getThing, { fetch, middleware: [see] })({ thingId: "a", filter: "b" }, { signal });
    await callOf(issueThing, { fetch, middleware: [see] })({ clientId: "id", clientSecret: "secret", body: { a: "b" } });
    expect(requests).toEqual([
      { url: `${baseUrl}/v1/things/a?filter=b`, method: "GET", headers: { accept: "application/json" }, body: undefined },
      {
        url: `${baseUrl}/connect/thing`,
        method: "POST",
        headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
        body: "a=b",
      },
    ]);
    expect(calls).toEqual([
      { operation: getThing, signal },
      { operation: issueThing, signal: undefined },
    ]);
    expect(JSON.stringify([requests, calls])).not.toMatch(/token-1|secret|aWQ6/);
    expect(responses[0]).toMatchObject({ status: 200, ok: true, body: { a: 1 } });
    expect(responses[0]?.headers.get("x-a")).toBe("b");
  });

  it("sees one response after all attempts, an error status as a response, and a failure as an error", async () => {
    const clock = fakeClock();
    const seen: unknown[] = [];
    const see: Middleware = async (request, next) => {
      try {
        const response = await next(request);
        seen.push(response.status);
        return response;
      } catch (error) {
        seen.push((error as Error).name);
        throw error;
      }
    };
    const answers = [503, 503, 503].map((status) => () => Promise.resolve(jsonResponse(status, {})));
    const fetch = (): Promise<Response> => (answers.shift() ?? (() => Promise.reject(new Error("reset"))))();
    const method = callOf(getThing, { fetch, clock, middleware: [see] });
    expect(await clock.finish(caught(method({ thingId: "a" })))).toMatchObject({ status: 503, attempts: 3 });
    expect(await clock.finish(caught(method({ thingId: "a" })))).toMatchObject({ code: "connection-failed", attempts: 3 });
    expect(seen).toEqual([503, "ConnectionError"]);
  });

  it("may change the request and the response", async () => {
    const fetch = recordingFetch(jsonResponse(200, { a: 1 }));
    const change: Middleware = async (request, next) => {
      const response = await next({ ...request, url: `${request.url}?extra=1`, headers: { ...request.headers, "x-signed": "yes" } });
      return { ...response, body: { changed: response.body } };
    };
    expect(await callOf(getThing, { fetch, middleware: [change] })({ thingId: "a" })).toEqual({ changed: { a: 1 } });
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${baseUrl}/v1/things/a?extra=1`,
        headers: { accept: "application/json", authorization: "Bearer token-1", "x-signed": "yes" },
        body: undefined,
      },
    ]);
  });

  it("may respond itself, with a value or an error, and nothing is sent", async () => {
    const fetch = recordingFetch();
    expect(await callOf(getThing, { fetch, middleware: [async () => responded({ cached: true })] })({ thingId: "a" })).toEqual({ cached: true });
    const reject: Middleware = async () => ({ status: 404, ok: false, headers: new Headers(), body: { detail: "not here" } });
    const error = await caught(callOf(getThing, { fetch, middleware: [reject] })({ thingId: "a" }));
    expect(error).toMatchObject({ name: "ApiError", status: 404, message: "getThing failed with status 404: not here" });
    expect(Object.keys(error as object)).not.toContain("attempts");
    expect(fetch.requests).toEqual([]);
  });

  it("may send more than once; the error then counts all", async () => {
    const clock = fakeClock();
    const statuses = [404, 503, 503];
    const again: Middleware = async (request, next) => {
      const first = await next(request);
      return first.status === 404 ? next(request) : first;
    };
    const error = await clock.finish(
      caught(
        callOf(getThing, { fetch: async () => jsonResponse(statuses.shift() ?? 0, {}), clock, middleware: [again], retry: { maxRetries: 1 } })({
          thingId: "a",
        }),
      ),
    );
    expect(error).toMatchObject({ status: 503, attempts: 3, stopReason: "attempts-used" });
  });

  it("that tries again after a failure leaves nothing of it in the events of a success", async () => {
    const statuses = [404, 200];
    const ends: unknown[] = [];
    const again: Middleware = async (request, next) => {
      await next(request);
      return next(request);
    };
    await callOf(getThing, {
      fetch: async () => jsonResponse(statuses.shift() ?? 0, {}),
      middleware: [again],
      onEvent: (event) => void (event.type === "call" && ends.push([event.status, event.stopReason])),
    })({ thingId: "a" });
    expect(ends).toEqual([
      [404, "not-retryable"],
      [200, undefined],
    ]);
  });

  it("that throws ends the call with its own error, at once or later, to the one around it as a rejection", async () => {
    const own = new Error("own");
    const fetch = recordingFetch();
    const seen: unknown[] = [];
    const around: Middleware = (request, next) =>
      next(request).catch((error: unknown) => {
        seen.push(error);
        throw error;
      });
    const throws = (() => {
      throw own;
    }) as Middleware;
    expect(await caught(callOf(getThing, { fetch, middleware: [throws] })({ thingId: "a" }))).toBe(own);
    expect(await caught(callOf(getThing, { fetch, middleware: [around, throws] })({ thingId: "a" }))).toBe(own);
    expect(await caught(callOf(getThing, { fetch, middleware: [around, async () => Promise.reject(own)] })({ thingId: "a" }))).toBe(own);
    expect(seen).toEqual([own, own]);
    expect(fetch.requests).toEqual([]);
  });

  it("is not added to a client by a later change of the list", async () => {
    const seen: string[] = [];
    const note =
      (name: string): Middleware =>
      (request, next) => {
        seen.push(name);
        return next(request);
      };
    const list = [note("outer"), note("inner")];
    const method = callOf(getThing, { fetch: recordingFetch(jsonResponse(200, { a: 1 })), middleware: list });
    list.push(async () => responded("late"));
    expect(await method({ thingId: "a" })).toEqual({ a: 1 });
    expect(seen).toEqual(["outer", "inner"]);
    await list[0]?.({ url: "", method: "", headers: {}, body: undefined }, async () => responded("own"), { operation: getThing, signal: undefined });
    expect(seen).toEqual(["outer", "inner", "outer"]);
  });
});

describe("a middleware that turns a request to another place", () => {
  const to =
    (url: string): Middleware =>
    (request, next) =>
      next({ ...request, url });

  it.each([
    "https://evil.example/v1/things/a",
    "http://service.example.com/v1/things/a",
    "https://service.example.com:8443/v1/things/a",
    "https://service.example.com.evil.example/",
    "https://service.example.com@evil.example/",
    "https://user@service.example.com/",
    "https:evil.example/v1/things/a",
    "https:/evil.example/v1/things/a",
    "https:\\\\evil.example/v1/things/a",
    " ht\ttps://evil.example/v1/things/a",
  ])("gets no credential for it: %s", async (url) => {
    for (const [operation, input] of [
      [getThing, { thingId: "a" }],
      [createThing, { body: {} }],
      [issueThing, { clientId: "id", clientSecret: "secret", body: {} }],
    ] as const) {
      const fetch = recordingFetch();
      const error = await caught(callOf(operation, { fetch, middleware: [to(url)] })(input));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error).toMatchObject({
        code: "invalid-configuration",
        message: `${operation.id}: a middleware changed the address to another origin than baseUrl`,
      });
      expect(Object.keys(error as object)).not.toContain("attempts");
      expect(fetch.requests).toEqual([]);
    }
  });

  it.each(["//evil.example/v1/things/a", "/v1/things/b", "v1/things/b", "?limit=1", "https://[", ""])(
    "sends nothing to one that is not absolute: %s",
    async (url) => {
      for (const [operation, input] of [
        [getThing, { thingId: "a" }],
        [getText, undefined],
      ] as const) {
        const fetch = recordingFetch();
        expect(await caught(callOf(operation, { fetch, middleware: [to(url)] })(input))).toMatchObject({
          code: "invalid-configuration",
          message: `${operation.id}: a middleware changed the address to one that is not absolute`,
        });
        expect(fetch.requests).toEqual([]);
      }
    },
  );

  it.each([
    "https:service.example.com/v2/things",
    "https:\\\\service.example.com\\v2\\things",
    "https://SERVICE.example.com:443/v2/\t./things",
    " https:/service.example.com/v2/things",
  ])("sends the address that was judged: %s", async (url) => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await callOf(getThing, { fetch, middleware: [to(url)] })({ thingId: "a" });
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}/v2/things`);
  });

  it.each([
    ["after it has passed it on", async () => "token-1"],
    ["before an attempt that is retried", "token-1"],
  ])("cannot change the address %s", async (when, token) => {
    const evil = "https://evil.example/";
    let passed: { url: string } | undefined;
    const change = (): void => void (passed !== undefined && Object.assign(passed, { url: evil }));
    const mutate: Middleware = async (request, next) => {
      passed = { ...request };
      const response = next(passed as HttpRequest);
      if (when.startsWith("after")) change();
      return response;
    };
    const clock = fakeClock();
    const urls: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      change();
      return jsonResponse(urls.length === 1 ? 503 : 200, {});
    };
    await clock.finish(callOf(getThing, { clock, fetch, token, middleware: [mutate] })({ thingId: "a" }));
    expect(urls).toEqual([`${baseUrl}/v1/things/a`, `${baseUrl}/v1/things/a`]);
  });

  it("that it changed once is that of a retry, whatever the middleware does with its object later", async () => {
    const clock = fakeClock();
    const urls: string[] = [];
    let passed: { url: string } | undefined;
    const change: Middleware = (request, next) => next((passed = { ...request, url: `${request.url}?a=1` }) as HttpRequest);
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      if (passed !== undefined) passed.url = "https://elsewhere.example/things/a";
      return jsonResponse(urls.length === 1 ? 503 : 200, {});
    };
    await clock.finish(callOf(getThing, { clock, fetch, middleware: [change] })({ thingId: "a" }));
    expect(urls).toEqual([`${baseUrl}/v1/things/a?a=1`, `${baseUrl}/v1/things/a?a=1`]);
  });

  it("of the same origin gets it", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await callOf(getThing, { fetch, middleware: [to(`${baseUrl}:443/v2/things/a`)] })({ thingId: "a" });
    expect(fetch.requests[0]).toMatchObject({ url: `${baseUrl}/v2/things/a`, headers: { authorization: "Bearer token-1" } });
  });

  it("may do so if the call has none", async () => {
    const fetch = recordingFetch(new Response("ok"));
    expect(await callOf(getText, { fetch, middleware: [to("https://mirror.example/text")] })()).toBe("ok");
    expect(fetch.requests).toEqual([{ method: "GET", url: "https://mirror.example/text", headers: { accept: "text/plain" }, body: undefined }]);
  });
});
