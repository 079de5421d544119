import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../src/client.ts";
import { baseUrl } from "../support.ts";
import { linked, live, next, NUMBER, pagesFrom, searches, styled, TEXT, walk } from "./paginate-support.ts";

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

  it.each([[null], [undefined]])("ends if it is %s, without a position of its own", async (link) => {
    expect(await walk(linked, pagesFrom({ results: [1], next: link }))).toEqual({ pages: [{ items: [1], resumeAt: undefined }] });
  });

  it.each([
    ["an absolute one", next("b")],
    ["one below a path", "/v1/things?after=b"],
    ["a query alone", "?after=b"],
    ["one of another path, which is not asked for", `${baseUrl}/elsewhere?after=b`],
    ["one with the usual port", "https://service.example.com:443/v1/things?after=b"],
    ["one with more in it", "?first=1&after=b&after=c#d"],
  ])("takes the position out of %s, and sends it to its own address", async (_what, link) => {
    const fetch = pagesFrom({ results: [1], next: link }, { results: [2] });
    expect((await walk(linked, fetch)).error).toBeUndefined();
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/v1/things`, `${baseUrl}/v1/things?after=b`]);
  });

  it("takes a position as the address writes it, and returns it as such", async () => {
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
  ])("of another origin is an error, and nothing is sent there: %s", async (link) => {
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
  ])("in a Link header alone is an error if it does not lead on: %s", async (code, link) => {
    const fetch = recordingFetch(jsonResponse(200, { results: [1] }, { link }));
    expect((await walk(linked, fetch)).error).toMatchObject({ name: "PaginationError", code });
    expect(fetch.requests.length).toBe(1);
  });

  it("with the position that was sent is an error, after its page", async () => {
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

  it("ends on an empty page with the same position, if there is nothing new", async () => {
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

describe("a list with its next page in the Link header alone", () => {
  const list = styled({ style: "link-header", cursor: "page" }, NUMBER);
  const respond = (body: unknown, link?: string): Response => jsonResponse(200, body, link === undefined ? {} : { link });

  it("follows the header from page to page and ends without one", async () => {
    const fetch = recordingFetch(
      respond([1], `<${baseUrl}/v1/things?page=2>; rel="next", <${baseUrl}/v1/things?page=9>; rel="last"`),
      respond([2], '<?page=3>; rel="next"; title="x"'),
      respond([3], '<?page=2>; rel="prev"'),
    );
    expect(await walk(list, fetch, { filter: "x" })).toEqual({
      pages: [
        { items: [1], resumeAt: 2 },
        { items: [2], resumeAt: 3 },
        { items: [3], resumeAt: 3 },
      ],
    });
    expect(searches(fetch)).toEqual(["?filter=x", "?page=2&filter=x", "?page=3&filter=x"]);
  });

  it("takes its items from a property that it names", async () => {
    const enveloped = styled({ style: "link-header", items: ["data", "things"], cursor: "after" }, TEXT);
    const fetch = recordingFetch(respond({ data: { things: [1] } }, '<?after=b>; rel="next"'), respond({ data: { things: [2] } }));
    expect((await walk(enveloped, fetch)).pages.map(({ items }) => items)).toEqual([[1], [2]]);
  });

  it.each([
    ["foreign-position", '<https://evil.example/?page=2>; rel="next"'],
    ["missing-position", '<?page=2>; rel="next", <?page=3>; rel="next"'],
    ["missing-position", '<?after=2>; rel="next"'],
    ["missing-position", '<?page=two>; rel="next"'],
  ])("is a %s if the header does not lead on: %s", async (code, link) => {
    const fetch = recordingFetch(respond([1], link));
    expect((await walk(list, fetch)).error).toMatchObject({ name: "PaginationError", code });
    expect(fetch.requests.length).toBe(1);
  });

  it("ends with an error if the header leads to the same page again", async () => {
    const fetch = recordingFetch(respond([1], '<?page=2>; rel="next"'), respond([2], '<?page=2>; rel="next"'));
    expect((await walk(list, fetch)).error).toMatchObject({ code: "position-repeated" });
  });
});

describe("a next link whose position is a number", () => {
  const list = styled({ style: "next-link", items: ["data", "things"], next: ["meta", "links", "next"], cursor: "page" }, NUMBER);
  const page = (item: number, link: string | null) => ({ data: { things: [item] }, meta: { links: { next: link } } });

  it.each([["?page=2"], ["/v1/things?page=2&filter=y"], [`${baseUrl}/v1/things?page=2`]])(
    "is sent as one, and is in the place that the contract says: %s",
    async (link) => {
      const fetch = pagesFrom(page(1, link), page(2, null));
      expect(await walk(list, fetch)).toEqual({
        pages: [
          { items: [1], resumeAt: 2 },
          { items: [2], resumeAt: 2 },
        ],
      });
      expect(searches(fetch)).toEqual(["", "?page=2"]);
    },
  );

  it("is an error if it is none", async () => {
    expect((await walk(list, pagesFrom(page(1, "?page=two")))).error).toMatchObject({ code: "missing-position" });
  });

  it("is an error in a list without an end that has none", async () => {
    const endless = { ...live, pagination: { style: "next-link-live", items: ["data"], next: ["meta", "next"], cursor: "after" } } as const satisfies Operation;
    expect((await walk(endless, pagesFrom({ data: [1] }))).error).toMatchObject({ code: "missing-position" });
  });
});
