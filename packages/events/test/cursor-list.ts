import document from "@keywright/events/openapi.json" with { type: "json" };
import { exampleResponse, expectRejected, jsonResponse, recordingFetch, type RecordingFetch } from "@keywright/tool-test-kit/testing";
import { expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import type { EventsRequest, Page, Paginator } from "../src/index.ts";
import { clientOn } from "./support.ts";

interface AnyEvent {
  readonly uuid: string;
  readonly timestamp: string;
}

const page = (cursor: unknown, has_more: unknown, ...uuids: readonly string[]) =>
  jsonResponse(200, { items: uuids.map((uuid) => ({ uuid, timestamp: "2026-03-02T08:00:00Z" })), cursor, has_more });

const bodies = (fetch: RecordingFetch) => fetch.requests.map(({ body }) => body);

/** What the three lists have in common, whose position travels in the body: call it within the `describe` of each. */
export function itWalksByCursor(id: "listAuditEvents" | "listItemUsages" | "listSignInAttempts"): void {
  const list = (fetch: RecordingFetch, start?: EventsRequest): Paginator<AnyEvent, string> => clientOn(fetch)[id](start);
  const example = (name: string) => exampleResponse(document, operations[id], name);

  async function pagesOf(fetch: RecordingFetch, start?: EventsRequest): Promise<Page<AnyEvent, string>[]> {
    const pages: Page<AnyEvent, string>[] = [];
    for await (const one of list(fetch, start).pages()) pages.push(one);
    return pages;
  }

  it("walks from the first page to the last by the cursor alone, and ends when has_more is false", async () => {
    const examples = ["first", "middle", "last"] as const;
    const fetch = recordingFetch(...examples.map(example));
    const wire = (await Promise.all(examples.map((name) => example(name).json()))) as { items: AnyEvent[]; cursor: string }[];
    const pages = await pagesOf(fetch, { limit: 2, start_time: "2026-03-02T07:00:00Z" });
    expect(fetch.requests.map(({ method, url, headers, body }) => ({ method, url, headers, body }))).toEqual(
      ['{"limit":2,"start_time":"2026-03-02T07:00:00Z"}', `{"cursor":"${wire[0]?.cursor}"}`, `{"cursor":"${wire[1]?.cursor}"}`].map((body) => ({
        method: "POST",
        url: `https://events.example.com${operations[id].path}`,
        headers: { accept: "application/json", authorization: "Bearer token-1", "content-type": "application/json" },
        body,
      })),
    );
    expect(pages).toEqual(wire.map(({ items, cursor }) => ({ items, resumeAt: cursor })));
  });

  it("returns the events of all pages in order, and sends nothing before it is iterated", async () => {
    const fetch = recordingFetch(page("c-1", true, "A", "B"), page("c-2", false, "C"));
    const events = list(fetch);
    expect(fetch.requests).toEqual([]);
    const uuids: string[] = [];
    for await (const { uuid } of events) uuids.push(uuid);
    expect(uuids).toEqual(["A", "B", "C"]);
  });

  it("polls with a saved cursor, and ends on the same cursor if there is nothing new", async () => {
    const fetch = recordingFetch(page("saved", false));
    expect(await pagesOf(fetch, { cursor: "saved" })).toEqual([{ items: [], resumeAt: "saved" }]);
    expect(bodies(fetch)).toEqual(['{"cursor":"saved"}']);
  });

  it("continues after an empty page if there is more", async () => {
    const fetch = recordingFetch(page("c-1", true), page("c-2", false, "A"));
    expect((await pagesOf(fetch)).map(({ items, resumeAt }) => [items.length, resumeAt])).toEqual([
      [0, "c-1"],
      [1, "c-2"],
    ]);
    expect(bodies(fetch)).toEqual(["{}", '{"cursor":"c-1"}']);
  });

  it("sends a cursor back byte for byte", async () => {
    const cursor = 'A+/=\\ "ü" \u2028\ud83d\udd11%7B';
    const fetch = recordingFetch(page(cursor, true), page("c-2", false));
    await pagesOf(fetch);
    expect(JSON.parse(bodies(fetch)[1] ?? "")).toEqual({ cursor });
  });

  it.each([
    ["missing", undefined],
    ["null", null],
    ["a number", 7],
    ["empty", ""],
  ])("throws a PaginationError for a cursor that is %s, whether or not there is more", async (_what, cursor) => {
    for (const more of [true, false]) {
      const fetch = recordingFetch(page(cursor, more, "A"), page("c-2", false));
      await expect(pagesOf(fetch)).rejects.toMatchObject({ name: "PaginationError", code: "missing-position", operationId: id });
      expect(fetch.requests.length).toBe(1);
    }
  });

  it("throws a PaginationError if the sent cursor comes back with more, after returning its page", async () => {
    const fetch = recordingFetch(page("c-1", true, "A"), page("c-1", true, "B"), page("c-2", false));
    const seen: string[] = [];
    const walk = async () => {
      for await (const { uuid } of list(fetch)) seen.push(uuid);
    };
    await expect(walk()).rejects.toMatchObject({ name: "PaginationError", code: "position-repeated", operationId: id });
    expect([seen, fetch.requests.length]).toEqual([["A", "B"], 2]);
  });

  it("throws a PaginationError if a saved cursor comes back with more", async () => {
    const fetch = recordingFetch(page("saved", true), page("c-2", false));
    await expect(pagesOf(fetch, { cursor: "saved" })).rejects.toMatchObject({ name: "PaginationError", code: "position-repeated" });
    expect(fetch.requests.length).toBe(1);
  });

  it.each([
    ["without has_more", { items: [], cursor: "c-1" }],
    ["whose has_more is text", { items: [], cursor: "c-1", has_more: "false" }],
    ["without items", { cursor: "c-1", has_more: false }],
    ["whose items are null", { items: null, cursor: "c-1", has_more: false }],
    ["that is an array", []],
    ["that is null", null],
  ])("throws an InvalidResponseError for a page %s", async (_what, body) => {
    await expect(pagesOf(recordingFetch(jsonResponse(200, body)))).rejects.toMatchObject({
      name: "InvalidResponseError",
      code: "unexpected-content",
      operationId: id,
      status: 200,
    });
  });

  it("retries a page if the service is temporarily unavailable", async () => {
    const fetch = recordingFetch(page("c-1", true, "A"), jsonResponse(503, {}), page("c-2", false, "B"));
    const pages: Page<AnyEvent, string>[] = [];
    const client = clientOn(fetch, { retry: { maxDelayMs: 0 } });
    for await (const one of client[id]().pages()) pages.push(one);
    expect(pages.map(({ resumeAt }) => resumeAt)).toEqual(["c-1", "c-2"]);
    expect(bodies(fetch)).toEqual(["{}", '{"cursor":"c-1"}', '{"cursor":"c-1"}']);
  });

  it("throws the error of a page after returning the pages before it", async () => {
    const fetch = recordingFetch(page("c-1", true, "A"), jsonResponse(400, { status: 400, message: "cursor is not valid" }));
    const seen: string[] = [];
    const walk = async () => {
      for await (const { uuid } of list(fetch)) seen.push(uuid);
    };
    await expect(walk()).rejects.toMatchObject({ name: "ApiError", status: 400, message: `${id} failed with status 400: cursor is not valid` });
    expect(seen).toEqual(["A"]);
  });

  it("has the message of the older error form", async () => {
    const body = { Error: { Message: "cursor is not valid" } };
    const call = clientOn(recordingFetch(jsonResponse(400, body))).raw[id]({ cursor: "saved" });
    await expect(call).rejects.toMatchObject({ message: `${id} failed with status 400: cursor is not valid`, body });
  });

  it.each([1, 1000])("sends the limit %d", async (limit) => {
    const fetch = recordingFetch(page("c-1", false));
    await pagesOf(fetch, { limit });
    expect(bodies(fetch)).toEqual([`{"limit":${limit}}`]);
  });

  it("leaves undefined properties out of the body", async () => {
    const fetch = recordingFetch(page("c-1", false), page("c-1", false));
    await pagesOf(fetch, { limit: 5, start_time: undefined } as unknown as EventsRequest);
    await pagesOf(fetch, { cursor: "saved", limit: undefined } as unknown as EventsRequest);
    expect(bodies(fetch)).toEqual(['{"limit":5}', '{"cursor":"saved"}']);
  });

  it.each([
    ["undefined", { cursor: undefined }, "cursor"],
    ["null", { cursor: null }, "cursor"],
    ["under another name", { curser: "saved" }, "curser"],
  ])("rejects a position that is %s, which would silently restart the stream", async (_what, start, argument) => {
    const error = await expectRejected((fetch) => pagesOf(fetch, start as unknown as EventsRequest));
    expect(error).toMatchObject({ argument });
    expect(error.message).not.toContain("saved");
  });

  it.each([
    ["cursor and limit", { cursor: "saved", limit: 10 }, "limit"],
    ["cursor and start_time", { cursor: "saved", start_time: "2026-03-02T08:00:00Z" }, "start_time"],
    ["cursor and end_time", { cursor: "saved", end_time: "2026-03-02T18:00:00Z" }, "end_time"],
    ["the limit 0", { limit: 0 }, "limit"],
    ["the limit 1001", { limit: 1001 }, "limit"],
    ["a limit that is not whole", { limit: 1.5 }, "limit"],
    ["a limit that is no number", { limit: Number.NaN }, "limit"],
    ["a limit in words", { limit: "10" }, "limit"],
    ["an empty cursor", { cursor: "" }, "cursor"],
    ["a cursor with half a surrogate pair", { cursor: "c-\ud83d" }, "cursor"],
    ["a position that is text", "saved", undefined],
    ["a position that is an array", ["saved"], undefined],
  ])("rejects %s before anything is sent, when iterated and with raw", async (_what, start, argument) => {
    const expected = { operationId: id, argument };
    expect(await expectRejected((fetch) => pagesOf(fetch, start as EventsRequest))).toMatchObject(expected);
    expect(await expectRejected((fetch) => clientOn(fetch).raw[id](start as EventsRequest))).toMatchObject(expected);
  });

  it("returns one page with status and headers with raw, and follows nothing", async () => {
    const fetch = recordingFetch(jsonResponse(200, { items: [], cursor: "c-1", has_more: true }, { "x-request-id": "q-1" }));
    const { status, headers, body: data } = await clientOn(fetch).raw[id]({ cursor: "saved" });
    expect([status, headers.get("x-request-id"), data]).toEqual([200, "q-1", { items: [], cursor: "c-1", has_more: true }]);
    expect(bodies(fetch)).toEqual(['{"cursor":"saved"}']);
  });
}
