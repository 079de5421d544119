import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { CHANNELS, publishEvents } from "../../src/diagnostics-channel.ts";
import type { ClientEvent } from "../../src/index.ts";
import { fakeClock } from "../fake-clock.ts";
import { callOf, getThing } from "../support.ts";

/** What is published on some channels while something is done, each message with its channel. */
async function publishedDuring(names: readonly string[], work: () => Promise<unknown>): Promise<[string, ClientEvent][]> {
  const seen: [string, ClientEvent][] = [];
  const listener = (message: unknown, name: string | symbol): void => void seen.push([String(name), message as ClientEvent]);
  for (const name of names) subscribe(name, listener);
  try {
    await work();
  } finally {
    for (const name of names) unsubscribe(name, listener);
  }
  return seen;
}

describe("publishEvents", () => {
  it("publishes each event on the channel of its type, as it is", async () => {
    const clock = fakeClock();
    const fetch = recordingFetch(jsonResponse(503, {}), jsonResponse(200, {}));
    const call = callOf(getThing, { fetch, clock, token: async () => "token-2", onEvent: publishEvents() });
    const seen = await publishedDuring(Object.values(CHANNELS), () => clock.finish(call({ thingId: "a" })));
    expect(seen.map(([name]) => name)).toEqual([
      "keywright:call-start",
      "keywright:token-start",
      "keywright:token",
      "keywright:attempt-start",
      "keywright:attempt",
      "keywright:retry",
      "keywright:token-start",
      "keywright:token",
      "keywright:attempt-start",
      "keywright:attempt",
      "keywright:call",
    ]);
    expect(seen.map(([, { type }]) => `keywright:${type}`)).toEqual(seen.map(([name]) => name));
    expect(seen.at(-1)?.[1]).toMatchObject({ type: "call", call: { operationId: "getThing" }, attempts: 2, status: 200 });
  });

  it("serves a subscriber of one channel alone", async () => {
    const call = callOf(getThing, { fetch: async () => jsonResponse(200, {}), onEvent: publishEvents() });
    const seen = await publishedDuring(["keywright:call"], () => call({ thingId: "a" }));
    expect(seen.map(([, { type }]) => type)).toEqual(["call"]);
  });

  it("lets a subscriber add a header to an attempt", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    const add = (message: unknown): void => (message as Extract<ClientEvent, { type: "attempt-start" }>).addHeader("traceparent", "parent");
    subscribe(CHANNELS["attempt-start"], add);
    await callOf(getThing, { fetch, onEvent: publishEvents() })({ thingId: "a" });
    unsubscribe(CHANNELS["attempt-start"], add);
    expect(fetch.requests[0]?.headers["traceparent"]).toBe("parent");
  });

  it("listens only while there is a subscriber", async () => {
    const observer = publishEvents();
    expect(observer.isListening?.()).toBe(false);
    await publishedDuring(["keywright:retry"], async () => expect(observer.isListening?.()).toBe(true));
    expect(observer.isListening?.()).toBe(false);
  });
});
