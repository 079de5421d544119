import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../src/client.ts";
import { bodies, cursor, linked, live, next, offset, pagesFrom, scim, searches, walk } from "./paginate-support.ts";
import { baseUrl } from "./support.ts";

describe("a list with a position in its next link", () => {
  it("is walked to the page without one, from wherever it is begun", async () => {
    const fetch = pagesFrom({ results: [1, 2], next: next("b") }, { results: [], next: next("c") }, { results: [3] });
    expect(await walk(linked, fetch, { after: "a", filter: "x" })).toEqual({
      pages: [
        { items: [1, 2], resumeAt: "b" },
        { items: [], resumeAt: "c" },
        { items: [3], resumeAt: "c" },
      ],
    });
    expect(searches(fetch)).toEqual(["?after=a&filter=x", "?after=b&filter=x", "?after=c&filter=x"]);
  });

  it.each([[null], [undefined]])("ends where it is %s, without a position of its own", async (link) => {
    expect(await walk(linked, pagesFrom({ results: [1], next: link }))).toEqual({ pages: [{ items: [1], resumeAt: undefined }] });
  });

  it.each([
    ["an absolute one", next("b")],
    ["one below a path", "/v1/things?after=b"],
    ["a query alone", "?after=b"],
    ["one of another path, which is not asked for", `${baseUrl}/elsewhere?after=b`],
    ["one with the usual port", "https://service.example.com:443/v1/things?after=b"],
    ["one with more in it", "?first=1&after=b&after=c#d"],
  ])("takes the position out of %s, and asks its own address", async (_what, link) => {
    const fetch = pagesFrom({ results: [1], next: link }, { results: [2] });
    expect((await walk(linked, fetch)).error).toBeUndefined();
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/v1/things`, `${baseUrl}/v1/things?after=b`]);
  });

  it("takes a position as the address writes it, and gives it back as such", async () => {
    const position = 'A+/=\\ "ü🔑%7B&#';
    const fetch = pagesFrom({ results: [1], next: next(encodeURIComponent(position)) }, { results: [2] });
    expect((await walk(linked, fetch)).pages[0]?.resumeAt).toBe(position);
    expect(searches(fetch)[1]).toBe(`?after=${encodeURIComponent(position)}`);
  });

  it.each([
    "https://evil.example/v1/things?after=b",
    "//evil.example/v1/things?after=b",
    "\\\\evil.example/?after=b",
    "http://service.example.com/v1/things?after=b",
    "https://service.example.com:8443/v1/things?after=b",
    "https://service.example.com.evil.example/?after=b",
    "https://service.example.com@evil.example/?after=b",
    "https://user:secret@service.example.com/?after=b",
    "javascript:alert(1)?after=b",
  ])("of another origin is an error, and nothing is asked there: %s", async (link) => {
    const fetch = pagesFrom({ results: [1], next: link });
    const { pages, error } = await walk(linked, fetch);
    expect(error).toMatchObject({
      name: "PaginationError",
      code: "foreign-position",
      operationId: "listThings",
      message: "listThings returned a next page at another origin than baseUrl",
    });
    expect([pages, fetch.requests.length]).toEqual([[], 1]);
  });

  it.each([
    ["no position", next("").replace("after=", "before=b")],
    ["an empty position", next("")],
    ["an address that cannot be read", "https://["],
    ["a number", 5],
    ["true", true],
    ["an object", { href: next("b") }],
    ["an empty text", ""],
  ])("with %s is an error", async (_what, link) => {
    expect((await walk(linked, pagesFrom({ results: [1], next: link }))).error).toMatchObject({ name: "PaginationError", code: "missing-position" });
  });

  it.each([
    ["is there alone", undefined, '</v1/things?after=b>; rel="next"', "b", undefined],
    ["says the same as the body", next("b"), '<?after=b>; rel="next"', "b", undefined],
    ["says something else than the body, which is followed", next("b"), '<?after=c>; rel="next"', "b", true],
    ["leads elsewhere, where the body does not", next("b"), '<https://evil.example/?after=b>; rel="next"', "b", true],
    ["names two pages, of which the body names one", next("b"), '<?after=b>; rel="next", <?after=c>; rel="next"', "b", true],
    ["is broken", next("b"), "<<<;;;,,,", "b", undefined],
    ["speaks of another page", undefined, '<?after=b>; rel="prev"', undefined, undefined],
  ])("in a Link header that %s", async (_what, inBody, link, resumeAt, linkIgnored) => {
    const fetch = recordingFetch(jsonResponse(200, { results: [1], next: inBody }, { link }), jsonResponse(200, { results: [2] }));
    const { pages, error } = await walk(linked, fetch);
    expect([error, pages[0]]).toEqual([undefined, { items: [1], resumeAt, ...(linkIgnored === undefined ? {} : { linkIgnored }) }]);
    expect(searches(fetch)).toEqual(resumeAt === undefined ? [""] : ["", `?after=${resumeAt}`]);
  });

  it.each([
    ["missing-position", '<?after=b>; rel="next", <?after=c>; rel="next"'],
    ["missing-position", '<?before=b>; rel="next"'],
    ["foreign-position", '<https://evil.example/?after=b>; rel="next"'],
  ])("in a Link header alone is an error where it does not lead on: %s", async (code, link) => {
    const fetch = recordingFetch(jsonResponse(200, { results: [1] }, { link }));
    expect((await walk(linked, fetch)).error).toMatchObject({ name: "PaginationError", code });
    expect(fetch.requests.length).toBe(1);
  });

  it("with the position that was asked for is an error, after its page", async () => {
    const fetch = pagesFrom({ results: [1], next: next("b") }, { results: [2], next: next("b") });
    const { pages, error } = await walk(linked, fetch);
    expect(pages.map(({ items }) => items)).toEqual([[1], [2]]);
    expect(error).toMatchObject({
      code: "position-repeated",
      message: "listThings returned an earlier position again: reading on would never end",
    });
    expect((await walk(linked, pagesFrom({ results: [1], next: next("a") }), { after: "a" })).error).toMatchObject({ code: "position-repeated" });
  });
});

describe("a list whose next link is always there", () => {
  it("is walked to an empty page, whose position is the newest", async () => {
    const fetch = pagesFrom({ results: [1], next: next("b") }, { results: [2], next: next("c") }, { results: [], next: next("d") });
    expect(await walk(live, fetch, { after: "a" })).toEqual({
      pages: [
        { items: [1], resumeAt: "b" },
        { items: [2], resumeAt: "c" },
        { items: [], resumeAt: "d" },
      ],
    });
  });

  it("ends on an empty page with the same position, where there is nothing new", async () => {
    expect(await walk(live, pagesFrom({ results: [], next: next("a") }), { after: "a" })).toEqual({ pages: [{ items: [], resumeAt: "a" }] });
  });

  it("with the same position behind a page that is not empty is an error", async () => {
    const { pages, error } = await walk(live, pagesFrom({ results: [1], next: next("a") }), { after: "a" });
    expect(pages.length).toBe(1);
    expect(error).toMatchObject({ code: "position-repeated" });
  });

  it.each([[undefined], [null], [7]])("without it is an error: %s", async (link) => {
    expect((await walk(live, pagesFrom({ results: [], next: link }))).error).toMatchObject({ name: "PaginationError", code: "missing-position" });
  });
});

describe("a list by offset", () => {
  it("is walked by the number of items that came, to an empty page", async () => {
    const fetch = pagesFrom([1, 2, 3], [4], []);
    expect(await walk(offset, fetch, { limit: 3 })).toEqual({
      pages: [
        { items: [1, 2, 3], resumeAt: 3 },
        { items: [4], resumeAt: 4 },
        { items: [], resumeAt: 4 },
      ],
    });
    expect(searches(fetch)).toEqual(["?limit=3", "?offset=3&limit=3", "?offset=4&limit=3"]);
  });

  it("is walked from a saved offset", async () => {
    const fetch = pagesFrom([1], []);
    expect((await walk(offset, fetch, { offset: 10 })).pages.map(({ resumeAt }) => resumeAt)).toEqual([11, 11]);
    expect(searches(fetch)).toEqual(["?offset=10", "?offset=11"]);
  });

  it.each([["1"], [-1], [1.5], [null], [Number.NaN]])("is not walked from %j", async (from) => {
    const fetch = pagesFrom();
    expect((await walk(offset, fetch, { offset: from })).error).toMatchObject({ name: "ArgumentError", argument: "offset" });
    expect(fetch.requests).toEqual([]);
  });
});

describe("a list with a cursor in its body", () => {
  it("is walked by the cursor alone, until it says that there is no more", async () => {
    const fetch = pagesFrom(
      { items: [1], cursor: "b", has_more: true },
      { items: [], cursor: "c", has_more: true },
      { items: [2], cursor: "d", has_more: false },
    );
    expect(await walk(cursor, fetch, { limit: 5, start_time: "2026-03-02T08:00:00Z" })).toEqual({
      pages: [
        { items: [1], resumeAt: "b" },
        { items: [], resumeAt: "c" },
        { items: [2], resumeAt: "d" },
      ],
    });
    expect(bodies(fetch)).toEqual([{ limit: 5, start_time: "2026-03-02T08:00:00Z" }, { cursor: "b" }, { cursor: "c" }]);
  });

  it("ends on the cursor that was sent where there is nothing new", async () => {
    expect(await walk(cursor, pagesFrom({ items: [], cursor: "a", has_more: false }), { cursor: "a" })).toEqual({ pages: [{ items: [], resumeAt: "a" }] });
  });

  it.each([[undefined], [null], [""], [7], [{}]])("without a cursor is an error, whether or not there is more: %j", async (position) => {
    for (const has_more of [true, false])
      expect((await walk(cursor, pagesFrom({ items: [1], cursor: position, has_more }))).error).toMatchObject({
        name: "PaginationError",
        code: "missing-position",
      });
  });

  it.each([[undefined], [null], ["true"], [1]])("that does not say whether there is more is an error: %j", async (has_more) => {
    expect((await walk(cursor, pagesFrom({ items: [1], cursor: "b", has_more }))).error).toMatchObject({
      name: "InvalidResponseError",
      code: "unexpected-content",
      message: "listThings returned a page without a boolean in has_more",
    });
  });

  it("with the same cursor and more is an error, after its page", async () => {
    const { pages, error } = await walk(cursor, pagesFrom({ items: [1], cursor: "a", has_more: true }), { cursor: "a" });
    expect([pages.length, (error as { readonly code: string }).code]).toEqual([1, "position-repeated"]);
  });
});

describe("a SCIM list", () => {
  it("is walked by index from 1, until all are there (RFC 7644 §3.4.2.4)", async () => {
    const fetch = pagesFrom({ Resources: [1, 2], totalResults: 3 }, { Resources: [3], totalResults: 3 });
    expect(await walk(scim, fetch, { count: 2, filter: "x" })).toEqual({
      pages: [
        { items: [1, 2], resumeAt: 3 },
        { items: [3], resumeAt: 4 },
      ],
    });
    expect(searches(fetch)).toEqual(["?count=2&filter=x", "?startIndex=3&count=2&filter=x"]);
  });

  it.each([
    ["is empty, and has no list then", { totalResults: 0 }, []],
    ["has no more than it says", { totalResults: 9, Resources: [] }, []],
    ["has fewer than it says, in one page", { totalResults: 1, Resources: ["a"] }, ["a"]],
  ])("ends where it %s", async (_what, page, items) => {
    expect(await walk(scim, pagesFrom(page))).toEqual({ pages: [{ items, resumeAt: 1 + items.length }] });
  });

  it("is walked from a saved index, and on where it grows", async () => {
    const fetch = pagesFrom({ Resources: [3], totalResults: 3 }, { Resources: [4], totalResults: 4 });
    expect((await walk(scim, fetch, { startIndex: 3 })).pages).toEqual([{ items: [3], resumeAt: 4 }]);
    expect((await walk(scim, fetch, { startIndex: 4 })).pages).toEqual([{ items: [4], resumeAt: 5 }]);
    expect(searches(fetch)).toEqual(["?startIndex=3", "?startIndex=4"]);
  });

  it.each([[undefined], ["3"], [null]])("that does not say how many there are is an error: %j", async (totalResults) => {
    expect((await walk(scim, pagesFrom({ Resources: [1], totalResults }))).error).toMatchObject({
      name: "PaginationError",
      code: "missing-position",
      message: "listThings returned a page without a position: expected a number in totalResults",
    });
  });
});

describe("a page of another shape is an error that says so:", () => {
  const rows: readonly (readonly [string, Operation, unknown, string])[] = [
    ["by next link, an array", linked, [], "a page that is not an object"],
    ["by next link, null", linked, null, "a page that is not an object"],
    ["by next link, a text", linked, "a", "a page that is not an object"],
    ["by next link, no items", linked, {}, "a page whose items are not an array"],
    ["by next link, items that are null", live, { results: null, next: next("b") }, "a page whose items are not an array"],
    ["by offset, an object", offset, {}, "a page whose items are not an array"],
    ["by offset, null", offset, null, "a page whose items are not an array"],
    ["by cursor, an array", cursor, [], "a page that is not an object"],
    ["by cursor, items that are an object", cursor, { items: {}, cursor: "b", has_more: false }, "a page whose items are not an array"],
    ["by index, a number", scim, 5, "a page that is not an object"],
    ["by index, items that are null", scim, { Resources: null, totalResults: 1 }, "a page whose items are not an array"],
  ];
  it.each(rows)("%s", async (_what, operation, body, said) => {
    expect(await walk(operation, pagesFrom(body))).toMatchObject({
      pages: [],
      error: {
        name: "InvalidResponseError",
        code: "unexpected-content",
        status: 200,
        operationId: "listThings",
        message: `listThings returned ${said}`,
      },
    });
  });
});
