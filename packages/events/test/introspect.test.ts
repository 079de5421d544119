import document from "@keywright/events/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import { clientOn } from "./support.ts";

const token = { uuid: "LSMSHGFAABQP6KYYNE7MWQZOHN", issued_at: "2026-02-02T09:30:00Z", features: ["auditevents"] };

describe("introspect", () => {
  it("sends GET without a body and content type, with the token", async () => {
    const fetch = recordingFetch(jsonResponse(200, token));
    await clientOn(fetch).introspect();
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: "https://events.example.com/api/v2/auth/introspect",
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("takes call options as its first argument", async () => {
    const fetch = recordingFetch(jsonResponse(200, token), jsonResponse(200, token));
    const client = clientOn(fetch);
    await client.introspect({ headers: { "x-request-id": "q-1" } });
    await client.raw.introspect({ headers: { "x-request-id": "q-2" } });
    expect(fetch.requests.map(({ url, headers, body }) => [url, headers["x-request-id"], body])).toEqual([
      ["https://events.example.com/api/v2/auth/introspect", "q-1", undefined],
      ["https://events.example.com/api/v2/auth/introspect", "q-2", undefined],
    ]);
  });

  it("rejects with the reason of a signal that has fired, and sends nothing", async () => {
    const fetch = recordingFetch(jsonResponse(200, token));
    const reason = new Error("the caller is gone");
    await expect(clientOn(fetch).introspect({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(fetch.requests).toEqual([]);
  });

  it("passes on unknown features and properties", async () => {
    const answer = { ...token, features: ["auditevents", "laterfeature"], later: { deep: [null] } };
    await expect(clientOn(recordingFetch(jsonResponse(200, answer))).introspect()).resolves.toEqual(answer);
  });

  it.each(documentedResponses(document, operations.introspect))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).introspect());
  });

  it("has the message of either error form, or none if there is none", async () => {
    const fetch = recordingFetch(
      jsonResponse(401, { status: 401, message: "The token is not valid" }),
      jsonResponse(400, { Error: { Message: "Introspection takes no body" } }),
      jsonResponse(500, { Error: {} }),
    );
    const client = clientOn(fetch);
    await expect(client.introspect()).rejects.toThrow("introspect failed with status 401: The token is not valid");
    await expect(client.introspect()).rejects.toThrow("introspect failed with status 400: Introspection takes no body");
    await expect(client.introspect()).rejects.toMatchObject({ name: "ApiError", status: 500, body: { Error: {} } });
  });

  it("has the headers of an error response, such as how long to wait", async () => {
    const fetch = recordingFetch(jsonResponse(429, { status: 429, message: "Too many requests" }, { "retry-after": "1" }));
    const error: unknown = await clientOn(fetch)
      .introspect()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "ApiError", status: 429 });
    expect((error as { headers: Headers }).headers.get("retry-after")).toBe("1");
  });

  it("returns status and headers with raw", async () => {
    const fetch = recordingFetch(jsonResponse(200, token, { "x-request-id": "q-1" }));
    const { status, headers, body: data } = await clientOn(fetch).raw.introspect();
    expect([status, headers.get("x-request-id"), data]).toEqual([200, "q-1", token]);
  });
});
