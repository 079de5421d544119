import { recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { make } from "../made.ts";
import { operationAt, yamlOf } from "./yaml-contract.ts";

const KEY =
  "parameters:\n  - { name: Idempotency-Key, in: header, x-idempotency-key: true, description: Makes it happen once., schema: { type: string, format: uuid }, example: 3f0c0b52-7c0a-4bb4-9c0e-6a1c2f9d4e11 }";
const contract = (paths: string): string => yamlOf(`servers:\n  - url: https://thing.invalid\nsecurity: []\npaths:\n${paths}`);
const feature = await make(
  contract(
    operationAt("createThing", KEY, { method: "post", retry: "with-key" }) +
      operationAt("deleteThing", KEY, { method: "delete", retry: "never" }) +
      operationAt("listThings", ""),
  ),
);

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const failed = (): Response => new Response(null, { status: 503 });
const done = (): Response => new Response(null, { status: 204 });
const clock = { now: () => 0, wallNow: () => 0, random: () => 0, after: (_delayMs: number, callback: () => void) => queueMicrotask(callback), clear: () => {} };

/** The keys that the requests of a fetch have. */
const keysOf = ({ requests }: ReturnType<typeof recordingFetch>): (string | undefined)[] => requests.map(({ headers }) => headers["idempotency-key"]);

describe("an idempotency key", () => {
  it("is made for each call", async () => {
    const { client, fetch } = feature.client();
    await client["createThing"]?.();
    await client["createThing"]?.({});
    const [first, second] = keysOf(fetch);
    expect([first, second]).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
    expect(first).not.toBe(second);
  });

  it("is the same in each attempt of a call, which is repeated like a read", async () => {
    const { client, fetch } = feature.client({ clock: { ...clock, after: wakeUnless(15_000) } }, recordingFetch(failed, failed, done));
    await client["createThing"]?.();
    const [first, second, third] = keysOf(fetch);
    expect(first).toMatch(UUID);
    expect([second, third]).toEqual([first, first]);
  });

  it("is the caller's own if there is one, in the input or among the headers", async () => {
    const { client, fetch } = feature.client();
    await client["createThing"]?.({ "Idempotency-Key": "order 7" });
    await client["createThing"]?.({}, { headers: { "idempotency-key": "order-8" } });
    await client["createThing"]?.({ "Idempotency-Key": "order-9" }, { headers: { "Idempotency-Key": "order-8" } });
    expect(keysOf(fetch)).toEqual(["order 7", "order-8", "order-9"]);
  });

  it("does not make a write safe that the contract does not call safe", async () => {
    const fetch = recordingFetch(failed);
    await expect(feature.client({}, fetch).client["deleteThing"]?.()).rejects.toMatchObject({ status: 503, stopReason: "write" });
    expect(keysOf(fetch)).toEqual([expect.stringMatching(UUID)]);
  });

  it("is sent with the operations alone that have one", async () => {
    const { client, fetch } = feature.client();
    await client["listThings"]?.();
    expect(keysOf(fetch)).toEqual([undefined]);
  });

  it.each([
    ["", "an empty string"],
    ["a\nb", "a string of 3 characters"],
    [null, "null"],
    [7, "7"],
  ])("is rejected before anything is sent: %j", async (key, came) => {
    const { client, fetch } = feature.client();
    await expect(client["createThing"]?.({ "Idempotency-Key": key })).rejects.toMatchObject({
      name: "ArgumentError",
      argument: "Idempotency-Key",
      message: `createThing: Idempotency-Key must be a string of visible ASCII characters; got ${came}`,
    });
    expect(fetch.requests).toEqual([]);
  });

  it("is in the input's type, and the promise in the method's documentation", () => {
    expect(feature.files["client.ts"]).toContain(`
  /** Makes it happen once. Default: a new UUID for each call, which all its attempts send. */
  readonly "Idempotency-Key"?: string;
`);
    expect(feature.files["client.ts"]).toContain("Requires no credentials. Retried automatically, with the same idempotency key.");
    expect(feature.files["client.ts"]).toContain("createThing(input?: CreateThingInput, call?: CallOptions): Promise<void>;");
  });
});

/** Fires each timer at once but the one of an attempt's time limit. */
function wakeUnless(limitMs: number): (delayMs: number, callback: () => void) => void {
  return (delayMs, callback) => {
    if (delayMs !== limitMs) queueMicrotask(callback);
  };
}
