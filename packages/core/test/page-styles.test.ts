import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation, Pagination } from "../src/client.ts";
import { linked, live, offset, pagesFrom, scim, searches, walk } from "./paginate-support.ts";
import { baseUrl } from "./support.ts";

const styled = (pagination: Pagination, queryParameters: NonNullable<Operation["queryParameters"]>): Operation => ({ ...linked, queryParameters, pagination });
const TEXT = { after: { type: "string" }, filter: { type: "string" } } as const;
const NUMBER = { page: { type: "integer", minimum: 1 }, filter: { type: "string" } } as const;

describe("a list with a token for the next page in its body", () => {
  const list = styled({ style: "cursor-query", items: "data", next: ["meta", "next"], cursor: "after" }, TEXT);

  it.each([[null], [""], [undefined]])("ends where the token is %o, and sends each token with the rest of the input", async (end) => {
    const fetch = pagesFrom({ data: [1], meta: { next: "b" } }, { data: [], meta: { next: "c" } }, { data: [3], meta: { next: end } });
    expect(await walk(list, fetch, { filter: "x" })).toEqual({
      pages: [
        { items: [1], resumeAt: "b" },
        { items: [], resumeAt: "c" },
        { items: [3], resumeAt: "c" },
      ],
    });
    expect(searches(fetch)).toEqual(["?filter=x", "?after=b&filter=x", "?after=c&filter=x"]);
  });

  it("ends where the object around the token is absent or null", async () => {
    for (const meta of [undefined, null]) expect(await walk(list, pagesFrom({ data: [1], meta }))).toEqual({ pages: [{ items: [1], resumeAt: undefined }] });
  });

  it("resumes at a token", async () => {
    const fetch = pagesFrom({ data: [3] });
    expect(await walk(list, fetch, { after: "c" })).toEqual({ pages: [{ items: [3], resumeAt: "c" }] });
    expect(searches(fetch)).toEqual(["?after=c"]);
  });

  it.each([[5], [true], [{}], [["b"]]])("is an error where the token is %o", async (token) => {
    expect((await walk(list, pagesFrom({ data: [1], meta: { next: token } }))).error).toMatchObject({
      code: "missing-position",
      message: "listThings returned a page without a position: expected a string in meta.next",
    });
  });

  it("takes a number where its parameter is one, also 0", async () => {
    const numbers = styled({ style: "cursor-query", items: "data", next: "next", cursor: "page" }, { page: { type: "integer" } });
    const fetch = pagesFrom({ data: [1], next: 7 }, { data: [2], next: 0 }, { data: [3], next: null });
    expect((await walk(numbers, fetch)).pages.map(({ resumeAt }) => resumeAt)).toEqual([7, 0, 0]);
    expect(searches(fetch)).toEqual(["", "?page=7", "?page=0"]);
    expect((await walk(numbers, pagesFrom({ data: [1], next: "7" }))).error).toMatchObject({ code: "missing-position" });
  });

  it("ends with an error where the tokens go round in a circle", async () => {
    const page = (next: string) => ({ data: [next], meta: { next } });
    const { pages, error } = await walk(list, pagesFrom(page("a"), page("b"), page("c"), page("a"), page("b"), page("c"), page("a"), page("b")));
    expect(error).toMatchObject({ name: "PaginationError", code: "position-repeated" });
    expect(pages.length).toBeLessThan(8);
  });

  it.each([[[]], ["text"], [{ meta: {} }], [{ data: {} }]])("is an invalid response where it answers %o", async (body) => {
    expect((await walk(list, pagesFrom(body))).error).toMatchObject({ name: "InvalidResponseError", code: "unexpected-content" });
  });
});

describe("a list with numbered pages", () => {
  const paged = (names: object) => styled({ style: "page-number", page: "page", items: "items", ...names }, NUMBER);

  it("ends at an empty page where nothing else says where", async () => {
    const fetch = pagesFrom({ items: [1, 2] }, { items: [3] }, { items: [] });
    expect(await walk(paged({}), fetch, { filter: "x" })).toEqual({
      pages: [
        { items: [1, 2], resumeAt: 2 },
        { items: [3], resumeAt: 3 },
        { items: [], resumeAt: 4 },
      ],
    });
    expect(searches(fetch)).toEqual(["?filter=x", "?page=2&filter=x", "?page=3&filter=x"]);
  });

  it("ends at the last page, by the number of pages", async () => {
    const fetch = pagesFrom({ items: [1], pages: 2 }, { items: [2], pages: 2 });
    expect((await walk(paged({ pages: "pages" }), fetch)).pages.map(({ resumeAt }) => resumeAt)).toEqual([2, 3]);
  });

  it("ends at the last page, by the number of items and the size of a page", async () => {
    const page = (...items: number[]) => ({ items, page: { total: 5, size: 2 } });
    const fetch = pagesFrom(page(1, 2), page(3, 4), page(5));
    expect((await walk(paged({ total: ["page", "total"], size: ["page", "size"] }), fetch)).pages.length).toBe(3);
  });

  it("counts from the number of its first page", async () => {
    const zero = styled({ style: "page-number", page: "page", first: 0, pages: "pages", items: "items" }, { page: { type: "integer" } });
    const fetch = pagesFrom({ items: [1], pages: 2 }, { items: [2], pages: 2 });
    expect((await walk(zero, fetch)).pages.map(({ resumeAt }) => resumeAt)).toEqual([1, 2]);
    expect(searches(fetch)).toEqual(["", "?page=1"]);
  });

  it("resumes at a page", async () => {
    const fetch = pagesFrom({ items: [3], pages: 3 });
    expect((await walk(paged({ pages: "pages" }), fetch, { page: 3 })).pages).toEqual([{ items: [3], resumeAt: 4 }]);
    expect(searches(fetch)).toEqual(["?page=3"]);
  });

  it("takes arrays as pages where it names no items", async () => {
    const arrays = styled({ style: "page-number", page: "page" }, NUMBER);
    expect((await walk(arrays, pagesFrom([1], []))).pages.map(({ items }) => items)).toEqual([[1], []]);
  });

  it.each([[undefined], [null], ["1"]])("ends at an empty page where the number of pages is %o", async (pages) => {
    const { pages: walked, error } = await walk(paged({ pages: "pages" }), pagesFrom({ items: [1], pages }, { items: [2], pages }, { items: [], pages }));
    expect([walked.length, error]).toEqual([3, undefined]);
  });

  it("ends at an empty page where the size of a page is not there", async () => {
    const list = paged({ total: "total", size: "size" });
    expect((await walk(list, pagesFrom({ items: [1], total: 1 }, { items: [], total: 1 }))).pages.length).toBe(2);
  });
});

describe("a list with its next page in the Link header alone", () => {
  const list = styled({ style: "link-header", cursor: "page" }, NUMBER);
  const answer = (body: unknown, link?: string): Response => jsonResponse(200, body, link === undefined ? {} : { link });

  it("follows the header from page to page and ends without one", async () => {
    const fetch = recordingFetch(
      answer([1], `<${baseUrl}/v1/things?page=2>; rel="next", <${baseUrl}/v1/things?page=9>; rel="last"`),
      answer([2], '<?page=3>; rel="next"; title="x"'),
      answer([3], '<?page=2>; rel="prev"'),
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
    const fetch = recordingFetch(answer({ data: { things: [1] } }, '<?after=b>; rel="next"'), answer({ data: { things: [2] } }));
    expect((await walk(enveloped, fetch)).pages.map(({ items }) => items)).toEqual([[1], [2]]);
  });

  it.each([
    ["foreign-position", '<https://evil.example/?page=2>; rel="next"'],
    ["missing-position", '<?page=2>; rel="next", <?page=3>; rel="next"'],
    ["missing-position", '<?after=2>; rel="next"'],
    ["missing-position", '<?page=two>; rel="next"'],
  ])("is a %s where the header does not lead on: %s", async (code, link) => {
    const fetch = recordingFetch(answer([1], link));
    expect((await walk(list, fetch)).error).toMatchObject({ name: "PaginationError", code });
    expect(fetch.requests.length).toBe(1);
  });

  it("ends with an error where the header leads to the same page again", async () => {
    const fetch = recordingFetch(answer([1], '<?page=2>; rel="next"'), answer([2], '<?page=2>; rel="next"'));
    expect((await walk(list, fetch)).error).toMatchObject({ code: "position-repeated" });
  });
});

describe("a next link whose position is a number", () => {
  const list = styled({ style: "next-link", items: ["data", "things"], next: ["meta", "links", "next"], cursor: "page" }, NUMBER);
  const page = (item: number, next: string | null) => ({ data: { things: [item] }, meta: { links: { next } } });

  it.each([["?page=2"], ["/v1/things?page=2&filter=y"], [`${baseUrl}/v1/things?page=2`]])(
    "is sent as one, and stands where the contract says: %s",
    async (next) => {
      const fetch = pagesFrom(page(1, next), page(2, null));
      expect(await walk(list, fetch)).toEqual({
        pages: [
          { items: [1], resumeAt: 2 },
          { items: [2], resumeAt: 2 },
        ],
      });
      expect(searches(fetch)).toEqual(["", "?page=2"]);
    },
  );

  it("is an error where it is none", async () => {
    expect((await walk(list, pagesFrom(page(1, "?page=two")))).error).toMatchObject({ code: "missing-position" });
  });

  it("is an error in a list without an end that has none", async () => {
    const endless = { ...live, pagination: { style: "next-link-live", items: ["data"], next: ["meta", "next"], cursor: "after" } } as const satisfies Operation;
    expect((await walk(endless, pagesFrom({ data: [1] }))).error).toMatchObject({ code: "missing-position" });
  });
});

describe("a list by offset in an envelope", () => {
  const enveloped: Operation = { ...offset, pagination: { style: "offset", items: "data", offset: "offset", limit: "limit", total: ["page", "total"] } };

  it("ends at the total, and resumes at an offset", async () => {
    const fetch = pagesFrom({ data: [1, 2], page: { total: 3 } }, { data: [3], page: { total: 3 } });
    expect((await walk(enveloped, fetch, { limit: 2 })).pages.map(({ resumeAt }) => resumeAt)).toEqual([2, 3]);
    expect(searches(fetch)).toEqual(["?limit=2", "?offset=2&limit=2"]);
    const later = pagesFrom({ data: [3], page: { total: 3 } });
    expect((await walk(enveloped, later, { offset: 2 })).pages).toEqual([{ items: [3], resumeAt: 3 }]);
  });

  it("ends at an empty page, whatever the total says", async () => {
    expect((await walk(enveloped, pagesFrom({ data: [], page: { total: 3 } }))).pages).toEqual([{ items: [], resumeAt: 0 }]);
    const untold: Operation = { ...offset, pagination: { style: "offset", items: "data", offset: "offset", limit: "limit" } };
    expect((await walk(untold, pagesFrom({ data: [1] }, { data: [] }))).pages.length).toBe(2);
  });

  it.each([[undefined], [null], [{}]])("ends at an empty page where the page is %o, without a total", async (page) => {
    expect((await walk(enveloped, pagesFrom({ data: [1], page }, { data: [2], page }, { data: [], page }))).pages.length).toBe(3);
  });
});

describe("a SCIM list inside an envelope", () => {
  it("ends at its total, and is an error without one", async () => {
    const nested: Operation = {
      ...scim,
      pagination: { style: "scim-index", items: ["list", "Resources"], startIndex: "startIndex", count: "count", total: ["list", "totalResults"] },
    };
    const page = (...Resources: number[]) => ({ list: { Resources, totalResults: 3 } });
    expect((await walk(nested, pagesFrom({ list: { Resources: [1] } }))).error).toMatchObject({
      message: "listThings returned a page without a position: expected a number in list.totalResults",
    });
    expect((await walk(nested, pagesFrom(page(1, 2), page(3)))).pages.map(({ resumeAt }) => resumeAt)).toEqual([3, 4]);
  });
});
