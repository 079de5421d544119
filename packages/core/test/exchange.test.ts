import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Operation } from "../src/client.ts";
import type { BinaryContent, ClientOptions } from "../src/index.ts";
import { callOf, caught, createThing, deleteThing, getContent, getText, getThing } from "./support.ts";

async function readBefore(): Promise<Response> {
  const response = jsonResponse(200, {});
  await response.text();
  return response;
}

describe("one request over the wire", () => {
  it("goes out with what was built, and nothing else, and follows no redirect", async () => {
    const seen: unknown[] = [];
    const fetch: ClientOptions["fetch"] = async (url, { signal, ...init }) => {
      seen.push(url, init, signal?.aborted);
      return jsonResponse(200, {});
    };
    await callOf(createThing, { fetch })({ body: { a: 1 } });
    expect(seen).toEqual([
      "https://service.example.com/v1/things",
      {
        method: "POST",
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1", "content-type": "application/json" },
        body: '{"a":1}',
        redirect: "manual",
      },
      false,
    ]);
  });

  it.each([
    ["JSON as a value", getThing, () => jsonResponse(200, [1, "a"]), [1, "a"]],
    ["text as a text", getText, () => new Response("[1]"), "[1]"],
    ["nothing as undefined", deleteThing, () => new Response(null, { status: 204 }), undefined],
    ["another success than the contract's, too", getThing, () => jsonResponse(206, { a: 1 }), { a: 1 }],
  ] as const)("gives %s", async (_what, operation, answer, value) => {
    expect(await callOf(operation, { fetch: async () => answer() })(operation === getText ? undefined : { thingId: "a" })).toEqual(value);
  });

  it.each([
    ["nothing", () => undefined],
    ["an object that is like a Response", () => ({ ok: true, status: 200, json: async () => ({}) })],
    ["a Response that was read before", () => readBefore()],
  ])("tells a fetch that gave %s what it has to give", async (_what, answer) => {
    const fetch = (async () => answer()) as unknown as NonNullable<ClientOptions["fetch"]>;
    expect(await caught(callOf(getThing, { fetch, retry: false })({ thingId: "a" }))).toMatchObject({
      name: "ConnectionError",
      message: "getThing got no response from https://service.example.com (fetch must return a new Response each time)",
    });
  });

  it("gives bytes that are read later", async () => {
    const content = (await callOf(getContent, { fetch: async () => new Response("abc") })({ thingId: "a" })) as BinaryContent;
    expect(Object.keys(content)).toEqual(["mediaType", "sizeBytes", "stream", "consume", "bytes"]);
  });

  it("gives an answer that prints without its secrets", async () => {
    const operation: Operation = { ...getThing, secrets: { response: { password: true } } };
    const value = await callOf(operation, { fetch: async () => jsonResponse(200, { password: "sentinel" }) })({ thingId: "a" });
    expect([inspect(value), value]).toEqual(["{ password: '[secret]' }", { password: "sentinel" }]);
  });

  it.each([
    ["rejects", () => Promise.reject(new TypeError("Failed to fetch"))],
    [
      "throws",
      () => {
        throw new TypeError("Failed to fetch");
      },
    ],
  ])("that a fetch %s is a connection that failed", async (_what, fetch) => {
    expect(await caught(callOf(createThing, { fetch: fetch as ClientOptions["fetch"] & object })({ body: {} }))).toMatchObject({
      name: "ConnectionError",
      code: "connection-failed",
      outcome: "unknown",
      attempts: 1,
      message: "createThing got no response from https://service.example.com (Failed to fetch); the service may have acted",
    });
  });
});

describe("a kept connection that the other end had closed", () => {
  const closed = (bytesRead: number, message = "other side closed"): Error =>
    new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code: "UND_ERR_SOCKET", socket: { bytesRead } }) });

  /** A fetch that fails with the errors, one after the other, and then answers. */
  function failing(...errors: readonly Error[]): { readonly fetch: ClientOptions["fetch"] & object; readonly asked: () => number } {
    let asked = 0;
    const fetch = async (): Promise<Response> => {
      const error = errors[asked++];
      if (error !== undefined) throw error;
      return jsonResponse(200, { a: 1 });
    };
    return { fetch, asked: () => asked };
  }

  it("costs a read none of its repetitions", async () => {
    const { fetch, asked } = failing(closed(120));
    expect(await callOf(getThing, { fetch, retry: false })({ thingId: "a" })).toEqual({ a: 1 });
    expect(asked()).toBe(2);
  });

  it.each([
    ["of a write, which may have happened", createThing, { body: {} }, [closed(120)], 1],
    ["that was new", getThing, { thingId: "a" }, [closed(0)], 1],
    ["that was closed here, after an answer that is none", getThing, { thingId: "a" }, [closed(120, "bad upgrade")], 1],
    ["twice in a row", getThing, { thingId: "a" }, [closed(120), closed(120)], 2],
  ] as const)("is an error %s", async (_what, operation, input, errors, sent) => {
    const { fetch, asked } = failing(...errors);
    expect(await caught(callOf(operation, { fetch, retry: false })(input))).toMatchObject({ code: "connection-failed", outcome: "unknown", attempts: sent });
    expect(asked()).toBe(sent);
  });
});
