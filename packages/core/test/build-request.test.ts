import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../src/client.ts";
import { baseUrl, callOf, createThing, deleteThing, getContent, getText, getThing, issueThing } from "./support.ts";

async function sent(operation: Operation, input: object, answer: Response = jsonResponse(200, {})) {
  const fetch = recordingFetch(answer);
  await callOf(operation, { fetch })(input);
  return fetch.requests;
}

describe("a request", () => {
  it("of a read has its method, address and headers, and no body", async () => {
    expect(await sent(getThing, { thingId: "a", filter: 'name eq "é&#+"', limit: 5, names: ["b", "c d"], deep: false })).toEqual([
      {
        method: "GET",
        url: `${baseUrl}/v1/things/a?filter=name%20eq%20%22%C3%A9%26%23%2B%22&limit=5&names=b,c%20d&deep=false`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("of a write has its body and the body's media type", async () => {
    expect(await sent(createThing, { body: { name: "a" } })).toEqual([
      {
        method: "POST",
        url: `${baseUrl}/v1/things`,
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1", "content-type": "application/json" },
        body: '{"name":"a"}',
      },
    ]);
  });

  it("of a removal has neither body nor media type", async () => {
    expect(await sent(deleteThing, { thingId: "a" }, new Response(null, { status: 204 }))).toEqual([
      { method: "DELETE", url: `${baseUrl}/v1/things/a`, headers: { accept: "application/json", authorization: "Bearer token-1" }, body: undefined },
    ]);
  });

  it("of a form has the bare media type", async () => {
    expect(await sent(issueThing, { clientId: "id", clientSecret: "secret", body: { grant_type: "x" } })).toEqual([
      {
        method: "POST",
        url: `${baseUrl}/connect/thing`,
        headers: { accept: "application/json", authorization: "Basic aWQ6c2VjcmV0", "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=x",
      },
    ]);
  });

  it("of bytes asks for them uncompressed, because a compressed file that ends early cannot be told from a whole one", async () => {
    const [request] = await sent(getContent, { thingId: "a" }, new Response("content"));
    expect(request?.headers).toEqual({ accept: "application/octet-stream, application/json", "accept-encoding": "identity", authorization: "Bearer token-1" });
  });

  it("of an operation that anybody may call has no credential", async () => {
    const fetch = recordingFetch(new Response("ok"));
    await callOf(getText, { fetch })();
    expect(fetch.requests).toEqual([{ method: "GET", url: `${baseUrl}/text`, headers: { accept: "text/plain" }, body: undefined }]);
  });

  it.each([
    ["are undefined", { filter: undefined, names: undefined }, ""],
    ["are an empty array", { names: [] }, ""],
    ["are an empty text, which is sent as one", { filter: "" }, "?filter="],
    ["hold what separates elements, which is encoded", { names: ["a,b", "c"] }, "?names=a%2Cb,c"],
    ["hold what separates parameters, which is encoded", { filter: "a&limit=1000#x" }, "?filter=a%26limit%3D1000%23x"],
  ])("leaves parameters out or writes them where they %s", async (_what, query, search) => {
    const [request] = await sent(getThing, { thingId: "a", ...query });
    expect(request?.url).toBe(`${baseUrl}/v1/things/a${search}`);
  });

  it("fills each place of its path once, whatever stands in a value", async () => {
    const operation: Operation = {
      ...getThing,
      path: "/v1/{boxId}/things/{thingId}",
      pathParameters: { boxId: { type: "string", required: true }, thingId: { type: "string", required: true } },
    };
    const [request] = await sent(operation, { boxId: "{thingId}", thingId: "$1{boxId}" });
    expect(request?.url).toBe(`${baseUrl}/v1/%7BthingId%7D/things/%241%7BboxId%7D`);
  });

  it("goes out with what a fetch needs to follow no redirect and to be ended", async () => {
    let given: RequestInit | undefined;
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      given = init;
      return jsonResponse(200, {});
    };
    await callOf(getThing, { fetch })({ thingId: "a" });
    expect(Object.keys(given ?? {}).sort()).toEqual(["body", "headers", "method", "redirect", "signal"]);
    expect(given).toMatchObject({ redirect: "manual", method: "GET", body: null });
    expect(given?.signal).toBeInstanceOf(AbortSignal);
  });
});
