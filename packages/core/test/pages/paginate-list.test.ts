import { jsonResponse, recordingFetch, type RecordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { linked, next, pagesFrom, searches, walk } from "./paginate-support.ts";
import { caught, listOf } from "../support.ts";

describe("a list", () => {
  const three = (): RecordingFetch => pagesFrom({ results: [1, 2], next: next("b") }, { results: [3], next: next("c") }, { results: [4] });

  it.each([
    ["one page ahead", {}, [2, 2, 3, 3]],
    ["a page only when it is needed, where the call says so", { readAhead: false }, [1, 1, 2, 3]],
  ])("yields its items one after the other, and requests %s", async (_what, callOptions, asked) => {
    const fetch = three();
    const seen: unknown[] = [];
    for await (const item of listOf(linked, { fetch })(undefined, callOptions)) seen.push([item, fetch.requests.length]);
    expect(seen).toEqual([1, 2, 3, 4].map((item, index) => [item, asked[index]]));
  });

  it("begins a walk of its own with each iteration", async () => {
    const fetch = recordingFetch(...[1, 2].flatMap(() => [jsonResponse(200, { results: [1], next: next("b") }), jsonResponse(200, { results: [2] })]));
    const list = listOf(linked, { fetch })({ after: "a" });
    expect([await list.toArray({ max: 5 }), await list.toArray({ max: 5 })]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(searches(fetch)).toEqual(["?after=a", "?after=b", "?after=a", "?after=b"]);
  });

  it("is left early without another request, if it does not read ahead", async () => {
    const [items, pages] = [three(), three()];
    for await (const item of listOf(linked, { fetch: items })(undefined, { readAhead: false })) if (item === 3) break;
    for await (const _ of listOf(linked, { fetch: pages })(undefined, { readAhead: false }).pages()) break;
    expect([items.requests.length, pages.requests.length]).toEqual([2, 1]);
  });

  it("yields what came before an error, and continues from the position that was saved", async () => {
    const fetch = recordingFetch(
      jsonResponse(200, { results: [1], next: next("b") }),
      jsonResponse(400, { detail: "no" }),
      jsonResponse(200, { results: [2] }),
    );
    const { pages, error } = await walk(linked, fetch);
    expect(pages).toEqual([{ items: [1], resumeAt: "b" }]);
    expect(error).toMatchObject({ name: "ApiError", status: 400 });
    expect(await walk(linked, fetch, { after: pages[0]?.resumeAt })).toEqual({ pages: [{ items: [2], resumeAt: "b" }] });
  });

  it("requests each page with the call's own options", async () => {
    const fetch = three();
    const { signal } = new AbortController();
    for await (const _ of listOf(linked, { fetch })(undefined, { headers: { "x-a": "b" }, signal }).pages());
    expect(fetch.requests.map(({ headers }) => headers["x-a"])).toEqual(["b", "b", "b"]);
  });

  it("ends between two pages with its caller's reason, and requests no more", async () => {
    const fetch = three();
    const controller = new AbortController();
    const seen: unknown[] = [];
    const work = (async () => {
      for await (const page of listOf(linked, { fetch })(undefined, { signal: controller.signal }).pages()) {
        seen.push(page);
        controller.abort("enough");
      }
    })();
    expect(await caught(work)).toBe("enough");
    expect([seen.length, fetch.requests.length]).toEqual([1, 2]);
  });

  it.each([
    ["an unknown parameter", { other: 1 }],
    ["a position of another type", { after: 5 }],
    ["a position that is null, with which it would begin anew", { after: null }],
    ["a text", "a"],
  ])("with %s is rejected when it is iterated, and nothing is sent", async (_what, input) => {
    const fetch = pagesFrom();
    expect((await walk(linked, fetch, input)).error).toMatchObject({ name: "ArgumentError" });
    expect(fetch.requests).toEqual([]);
  });
});

describe("all items in one array", () => {
  it("are as many as max, or fewer", async () => {
    const fetch = pagesFrom({ results: [1, 2], next: next("b") }, { results: [3] });
    expect(await listOf(linked, { fetch })().toArray({ max: 3 })).toEqual([1, 2, 3]);
    expect(await listOf(linked, { fetch: pagesFrom({ results: [] }) })().toArray({ max: 0 })).toEqual([]);
  });

  it("are never cut off in silence: one more than max is an error", async () => {
    const fetch = pagesFrom({ results: [1, 2], next: next("b") }, { results: [3], next: next("c") });
    expect(await caught(listOf(linked, { fetch })().toArray({ max: 2 }))).toMatchObject({
      name: "PaginationError",
      code: "too-many-items",
      operationId: "listThings",
      message: "listThings lists more than 2 items: raise max, or iterate",
    });
    expect(fetch.requests.length).toBe(2);
  });

  it("are not requested without a max", async () => {
    for (const options of [undefined, {}, { max: undefined }, { max: -1 }, { max: Number.NaN }, { max: "5" }, { max: 1.5 }, null]) {
      const fetch = pagesFrom();
      expect(await caught(listOf(linked, { fetch })().toArray(options as never))).toMatchObject({
        name: "ArgumentError",
        argument: "max",
        operationId: "listThings",
        message: expect.stringMatching(/^listThings: toArray takes { max }, a whole number of items of at least 0, or Infinity; got /) as string,
      });
      expect(fetch.requests).toEqual([]);
    }
  });

  it("are not requested with an unknown option", async () => {
    const fetch = pagesFrom();
    const paginator = listOf(linked, { fetch })();
    expect(await caught(paginator.toArray({ max: 5, maximum: 5 } as never))).toMatchObject({
      name: "ConfigurationError",
      option: "maximum",
      message: "maximum is not an option of listThings().toArray; did you mean max?",
    });
    const pages = (options: object): unknown => (paginator.pages as (options: object) => unknown)(options);
    expect(() => pages({ readAhead: false })).toThrow("readAhead is not an option of listThings().pages; its options are none");
    expect(fetch.requests).toEqual([]);
  });

  it("may be very many, in one page", async () => {
    const results = Array.from({ length: 300_000 }, (_, index) => index);
    expect((await listOf(linked, { fetch: pagesFrom({ results }) })().toArray({ max: Infinity })).length).toBe(300_000);
  });
});
