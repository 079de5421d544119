import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createClient, type Operation } from "../../../src/client.ts";
import { pollResult } from "../../../src/openapi.ts";
import { type FakeClock, fakeClock } from "../../fake-clock.ts";
import { baseUrl, caught, contractParts, createThing, getThing } from "../../support.ts";

const poll = { operation: "getThing", input: { thingId: "/id" }, state: "/state", done: ["ready"], failed: ["broken"] };
const startThing: Operation = { ...createThing, id: "startThing", poll };

function start(responses: readonly Response[], clock: FakeClock) {
  const fetch = recordingFetch(...responses);
  const operations = { startThing, getThing };
  const options = { baseUrl, token: "token-1", fetch, clock, totalTimeoutMs: 10_000 };
  const client = createClient<{ startThing: (input: object) => Promise<unknown> }, object>(
    { operations, ...contractParts, poll: pollResult } as never,
    options,
  );
  return { fetch, result: clock.finish(client.startThing({ body: {} }).catch((error: unknown) => ({ error }))) };
}

describe("pollResult", () => {
  it("polls until the result is there, after the wait that the service asks for", async () => {
    const clock = fakeClock();
    const begin = clock.now();
    const accepted = jsonResponse(202, { id: "a" }, { "retry-after": "3" });
    const { fetch, result } = start([accepted, jsonResponse(200, { state: "busy" }), jsonResponse(200, { state: "ready", size: 7 })], clock);
    expect(await result).toEqual({ state: "ready", size: 7 });
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/v1/things`, `${baseUrl}/v1/things/a`, `${baseUrl}/v1/things/a`]);
    expect(clock.now() - begin).toBe(4000);
  });

  it.each([
    ["a failed state", [jsonResponse(202, { id: "a" }), jsonResponse(200, { state: "broken" })], { name: "ApiError", status: 200 }],
    ["a state that is no text", [jsonResponse(202, { id: "a" }), jsonResponse(200, { state: 1 })], { code: "malformed-response" }],
    ["a response without an input of the poll", [jsonResponse(202, {})], { code: "malformed-response" }],
    ["a wait beyond the limit", [jsonResponse(202, { id: "a" }, { "retry-after": "11" })], { code: "timeout", timeoutMs: 10_000 }],
  ])("throws for %s", async (_what, responses, error) => {
    expect(await start(responses, fakeClock()).result).toMatchObject({ error });
  });
});

it("pollResult has no method for an operation without x-poll", async () => {
  const client = createClient<{ getThing: (input: object) => Promise<unknown> }, object>(
    { operations: { getThing }, ...contractParts, poll: pollResult },
    { baseUrl, token: "token-1", fetch: recordingFetch(jsonResponse(404, {})), retry: false },
  );
  expect(await caught(client.getThing({ thingId: "a" }))).toMatchObject({ status: 404 });
});
