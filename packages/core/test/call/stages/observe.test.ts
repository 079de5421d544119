import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { ClientEvent, Middleware } from "../../../src/index.ts";
import { fakeClock, turn } from "../../fake-clock.ts";
import { callOf, createThing, getThing } from "../../support.ts";

describe("an observer", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("observer");
      },
    ],
    ["rejects", () => Promise.reject(new Error("observer"))],
    ["gives something", () => 5],
    ["never ends", () => new Promise(() => {})],
  ])("that %s changes nothing", async (_what, onEvent) => {
    const clock = fakeClock();
    const statuses = [503, 200];
    const options = { fetch: async () => jsonResponse(statuses.shift() ?? 404, { a: 1 }), clock, onEvent: onEvent as () => void };
    expect(await clock.finish(callOf(getThing, options)({ thingId: "a" }))).toEqual({ a: 1 });
    await expect(callOf(getThing, options)({ thingId: "a" })).rejects.toMatchObject({ status: 404, attempts: 1 });
    await turn();
  });

  it("may add headers to an attempt, in place of the caller's, and none that the contract decides", async () => {
    const fetch = recordingFetch(jsonResponse(503, {}), jsonResponse(200, {}));
    const clock = fakeClock();
    const refused: unknown[] = [];
    const onEvent = (event: ClientEvent): void => {
      if (event.type !== "attempt-start") return;
      event.addHeader("Traceparent", `parent-${event.attempt}`);
      try {
        event.addHeader("authorization", "Tq7");
      } catch (error) {
        refused.push(error);
      }
    };
    await clock.finish(callOf(getThing, { fetch, clock, onEvent })({ thingId: "a" }, { headers: { traceparent: "own" } }));
    expect(fetch.requests.map(({ headers }) => [headers["traceparent"], headers["authorization"]])).toEqual([
      ["parent-1", "Bearer token-1"],
      ["parent-2", "Bearer token-1"],
    ]);
    expect(refused).toEqual(Array(2).fill(expect.objectContaining({ name: "ConfigurationError" })));
  });

  it("may have an attempt sent by a function of its own, the last one outermost", async () => {
    const seen: string[] = [];
    const within = (name: string) => (send: () => void) => {
      seen.push(`${name} in`);
      send();
      seen.push(`${name} out`);
    };
    const fetch = async (): Promise<Response> => {
      seen.push("fetch");
      return jsonResponse(200, { a: 1 });
    };
    const onEvent = (event: ClientEvent): void => {
      if (event.type === "attempt-start") for (const name of ["first", "second"]) event.sendWithin(within(name));
    };
    expect(await callOf(getThing, { fetch, onEvent })({ thingId: "a" })).toEqual({ a: 1 });
    expect(seen).toEqual(["second in", "first in", "fetch", "first out", "second out"]);
  });

  it.each([
    ["does not send", () => {}],
    [
      "sends twice",
      (send: () => void) => {
        send();
        send();
      },
    ],
    [
      "throws before",
      () => {
        throw new Error("observer");
      },
    ],
    [
      "throws behind",
      (send: () => void) => {
        send();
        throw new Error("observer");
      },
    ],
  ])("whose function %s changes nothing: one request goes out", async (_what, around) => {
    const fetch = recordingFetch(jsonResponse(200, { a: 1 }));
    const onEvent = (event: ClientEvent): void => void (event.type === "attempt-start" && event.sendWithin(around));
    expect(await callOf(getThing, { fetch, onEvent })({ thingId: "a" })).toEqual({ a: 1 });
    expect(fetch.requests.length).toBe(1);
  });

  it("whose function sends late sends nothing a second time", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}), jsonResponse(200, {}));
    let late: (() => void) | undefined;
    const onEvent = (event: ClientEvent): void => void (event.type === "attempt-start" && event.sendWithin((send) => void (late = send)));
    await callOf(createThing, { fetch, onEvent })({ body: {} });
    late?.();
    await turn();
    expect(fetch.requests.length).toBe(1);
  });

  it("gets the time that an attempt and a call took, with what they do before they wait", async () => {
    const clock = fakeClock();
    let now = clock.now();
    const busy = { ...clock, now: () => now };
    const events: ClientEvent[] = [];
    const method = callOf(getThing, {
      clock: busy,
      token: () => ((now += 40), "token-1"),
      transport: (request) => ((now += 30), Promise.resolve(jsonResponse(200, { url: request.url }))),
      onEvent: (event) => void events.push(event),
    });
    await method({ thingId: "a" });
    expect(events.flatMap((event) => (event.type === "attempt" || event.type === "call" ? [[event.type, event.durationMs]] : []))).toEqual([
      ["attempt", 30],
      ["call", 70],
    ]);
  });

  it("that does not listen as a call begins gets none of its events", async () => {
    const events: ClientEvent[] = [];
    let listening = false;
    const observer = Object.assign((event: ClientEvent) => void events.push(event), { isListening: () => listening });
    const fetch = async (): Promise<Response> => {
      listening = !listening;
      return jsonResponse(200, {});
    };
    const method = callOf(getThing, { fetch, token: async () => "token-2", onEvent: observer });
    await method({ thingId: "a" });
    expect(events).toEqual([]);
    await method({ thingId: "b" });
    expect(events.map(({ type }) => type)).toEqual(["call-start", "token-start", "token", "attempt-start", "attempt", "call"]);
  });

  it("that has stopped listening gets no events of what a middleware sends later", async () => {
    const seen: string[] = [];
    let listening = true;
    const onEvent = Object.assign((event: ClientEvent) => void seen.push(event.type), { isListening: () => listening });
    const twice: Middleware = async (request, next) => {
      await next(request);
      listening = false;
      return next(request);
    };
    await callOf(getThing, { fetch: async () => jsonResponse(200, {}), onEvent, middleware: [twice] })({ thingId: "a" });
    expect(seen).toEqual(["call-start", "attempt-start", "attempt", "call"]);
  });

  it("sees the events of each call in their order, whatever else goes on", async () => {
    const events: ClientEvent[] = [];
    const method = callOf(createThing, { fetch: async () => jsonResponse(200, {}), clock: fakeClock(), onEvent: (event) => void events.push(event) });
    await Promise.all([method({ body: {} }), method({ body: {} })]);
    for (const one of new Set(events.map((event) => event.call)))
      expect(events.filter((event) => event.call === one).map(({ type }) => type)).toEqual(["call-start", "attempt-start", "attempt", "call"]);
    expect(events.length).toBe(8);
  });
});
