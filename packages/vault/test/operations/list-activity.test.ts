import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, exampleResponse, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import type { APIRequest } from "../../src/index.ts";
import { baseUrl, clientOn } from "../support.ts";

const documented = documentedResponses(document, operations.listActivity);
/** The documented pages, of three records, three, two and none. */
const pageNames = ["first", "middle", "last", "empty"];
const bodies = pageNames.map((name) => documented.find(({ example }) => example === name)?.body as APIRequest[]);
const records = bodies.flat();
const pagesFrom = (offset: 0 | 3 | 6) => pageNames.slice(offset / 3).map((name) => exampleResponse(document, operations.listActivity, name));
const request = (query: string) => ({
  method: "GET",
  url: `${baseUrl}/v1/activity${query}`,
  headers: { accept: "application/json", authorization: "Bearer token-1" },
  body: undefined,
});

describe("listActivity", () => {
  it("walks to the first page without records; each page begins after the received records", async () => {
    const fetch = recordingFetch(...pagesFrom(0));
    const walked: APIRequest[] = [];
    for await (const record of clientOn(fetch).listActivity()) walked.push(record);
    expect(walked).toEqual(records);
    expect(fetch.requests).toEqual([request(""), request("?offset=3"), request("?offset=6"), request("?offset=8")]);
  });

  it("keeps the limit on every page and continues after a shorter page", async () => {
    const fetch = recordingFetch(...pagesFrom(0));
    expect(await clientOn(fetch).listActivity({ limit: 3 }).toArray({ max: 100 })).toEqual(records);
    expect(fetch.requests).toEqual([request("?limit=3"), request("?limit=3&offset=3"), request("?limit=3&offset=6"), request("?limit=3&offset=8")]);
  });

  it("sends limit and offset", async () => {
    const fetch = recordingFetch(jsonResponse(200, []));
    expect(await clientOn(fetch).listActivity({ limit: 50, offset: 0 }).toArray({ max: 0 })).toEqual([]);
    expect(fetch.requests).toEqual([request("?limit=50&offset=0")]);
  });

  it("returns pages, also the empty last one, each with the position after it", async () => {
    const walked: unknown[] = [];
    for await (const page of clientOn(recordingFetch(...pagesFrom(0)))
      .listActivity()
      .pages())
      walked.push(page);
    expect(walked).toEqual([
      { items: bodies[0], resumeAt: 3 },
      { items: bodies[1], resumeAt: 6 },
      { items: bodies[2], resumeAt: 8 },
      { items: [], resumeAt: 8 },
    ]);
  });

  it("continues from a saved position", async () => {
    const before = recordingFetch(...pagesFrom(0));
    let saved = 0;
    for await (const page of clientOn(before).listActivity({ limit: 3 }).pages()) {
      saved = page.resumeAt;
      if (saved === 6) break;
    }
    expect(before.requests).toEqual([request("?limit=3"), request("?limit=3&offset=3"), request("?limit=3&offset=6")]);
    const after = recordingFetch(...pagesFrom(6));
    expect(await clientOn(after).listActivity({ limit: 3, offset: saved }).toArray({ max: 2 })).toEqual(bodies[2]);
    expect(after.requests).toEqual([request("?limit=3&offset=6"), request("?limit=3&offset=8")]);
  });

  it("sends nothing before it is iterated, and starts a new walk each time", async () => {
    const fetch = recordingFetch(...pagesFrom(6), ...pagesFrom(6));
    const activity = clientOn(fetch).listActivity({ offset: 6 });
    expect(fetch.requests).toEqual([]);
    expect(await activity.toArray({ max: 2 })).toEqual(bodies[2]);
    expect(await activity.toArray({ max: 2 })).toEqual(bodies[2]);
    expect(fetch.requests).toEqual([request("?offset=6"), request("?offset=8"), request("?offset=6"), request("?offset=8")]);
  });

  it("requests no further page once the loop is left", async () => {
    const fetch = recordingFetch(...pagesFrom(0));
    for await (const record of clientOn(fetch).listActivity({}, { readAhead: false })) if (record.requestID === records[2]?.requestID) break;
    expect(fetch.requests).toEqual([request("")]);
  });

  it("returns as many records as toArray allows", async () => {
    const fetch = recordingFetch(...pagesFrom(0));
    expect(await clientOn(fetch).listActivity().toArray({ max: 8 })).toEqual(records);
  });

  it("returns a page of many records, as a server without an upper bound may send it", async () => {
    const many = Array.from({ length: 150_000 }, (_, index) => ({ requestID: `${index}` }));
    const fetch = recordingFetch(jsonResponse(200, many), jsonResponse(200, []));
    const walked = await clientOn(fetch).listActivity({ limit: 150_000 }).toArray({ max: 150_000 });
    expect(walked).toHaveLength(150_000);
    expect(fetch.requests.at(-1)).toEqual(request("?limit=150000&offset=150000"));
  });

  it("throws instead of returning a part if there are more records than toArray allows, and sends no more requests", async () => {
    const fetch = recordingFetch(...pagesFrom(0));
    const walk = clientOn(fetch).listActivity().toArray({ max: 5 });
    await expect(walk).rejects.toMatchObject({ name: "PaginationError", code: "too-many-items", operationId: "listActivity" });
    expect(fetch.requests).toEqual([request(""), request("?offset=3")]);
  });

  it("returns the records before an error, then throws the error", async () => {
    const fetch = recordingFetch(
      exampleResponse(document, operations.listActivity, "first"),
      jsonResponse(401, { status: 401, message: "Invalid token signature" }),
    );
    const walked: APIRequest[] = [];
    const walk = async () => {
      for await (const record of clientOn(fetch).listActivity()) walked.push(record);
    };
    await expect(walk()).rejects.toThrow("listActivity failed with status 401: Invalid token signature");
    expect(walked).toEqual(bodies[0]);
  });

  it("throws if a page is not a list", async () => {
    const walk = clientOn(recordingFetch(jsonResponse(200, { items: [] })))
      .listActivity()
      .toArray({ max: 1 });
    await expect(walk).rejects.toMatchObject({ name: "InvalidResponseError", code: "unexpected-content" });
  });

  it("returns records of both server versions, and unknown values, unchanged", async () => {
    const mixed = [
      { requestID: "a", action: "READ", result: "SUCCESS", actor: { ip: "198.51.100.24" }, resource: {} },
      { requestId: "b", action: "EXPORT", result: "DEFERRED", actor: { requestIp: "198.51.100.24" }, resource: { type: "ACCOUNT" }, reason: "policy" },
    ];
    expect(
      await clientOn(recordingFetch(jsonResponse(200, mixed), jsonResponse(200, [])))
        .listActivity()
        .toArray({ max: 2 }),
    ).toEqual(mixed);
  });

  it("sends the call's headers with each page", async () => {
    const fetch = recordingFetch(...pagesFrom(6));
    await clientOn(fetch)
      .listActivity({}, { headers: { "X-Request-Id": "walk-1" } })
      .toArray({ max: 2 });
    expect(fetch.requests.map(({ headers }) => headers["x-request-id"])).toEqual(["walk-1", "walk-1"]);
  });

  it("ends the walk with the reason of the call's signal", async () => {
    const controller = new AbortController();
    const reason = new Error("the user has left");
    const fetch = recordingFetch(...pagesFrom(0));
    const walk = async () => {
      for await (const page of clientOn(fetch).listActivity({}, { signal: controller.signal }).pages()) if (page.resumeAt === 3) controller.abort(reason);
    };
    await expect(walk()).rejects.toBe(reason);
    expect(fetch.requests).toEqual([request(""), request("?offset=3")]);
  });

  it("returns one page with its headers with raw", async () => {
    const fetch = recordingFetch(jsonResponse(200, bodies[1], { "content-range": "4-6/8" }));
    const { status, headers, body: data } = await clientOn(fetch).raw.listActivity({ limit: 3, offset: 3 });
    expect({ status, range: headers.get("content-range"), data }).toEqual({ status: 200, range: "4-6/8", data: bodies[1] });
    expect(fetch.requests).toEqual([request("?limit=3&offset=3")]);
  });

  const badNumbers = [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "10", true, {}];
  it.each([0, ...badNumbers])("rejects the limit %o and sends nothing", async (limit) => {
    for (const call of bothWays({ limit })) {
      const error = await expectRejected(call);
      expect(error.argument).toBe("limit");
      expect(error.message).toContain("limit must be a");
    }
  });

  it.each(badNumbers)("rejects the offset %o and sends nothing", async (offset) => {
    for (const call of bothWays({ offset })) {
      const error = await expectRejected(call);
      expect(error.argument).toBe("offset");
      expect(error.message).toContain("offset must be a");
    }
  });

  it.each(["page", "cursor", "after", "Limit", "filter", "body"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    for (const call of bothWays({ [name]: 1 })) {
      const error = await expectRejected(call);
      expect(error.argument).toBe(name);
      expect(error.message).toContain(`listActivity: ${name} is not known here: use limit, offset; got `);
    }
  });

  it.each(documented)("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, async (fetch) => (await clientOn(fetch).raw.listActivity({ limit: 3 })).body);
  });
});

function bothWays(input: { readonly [name: string]: unknown }): Parameters<typeof expectRejected>[0][] {
  return [(fetch) => clientOn(fetch).listActivity(input).toArray({ max: 100 }), (fetch) => clientOn(fetch).raw.listActivity(input)];
}
