import { describe, expect, it } from "vitest";
import type { Operation } from "../../src/client.ts";
import { NUMBER, offset, pagesFrom, scim, searches, styled, walk } from "./paginate-support.ts";

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
  ])("ends if it %s", async (_what, page, items) => {
    expect(await walk(scim, pagesFrom(page))).toEqual({ pages: [{ items, resumeAt: 1 + items.length }] });
  });

  it("is walked from a saved index, and on if it grows", async () => {
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

describe("a list with numbered pages", () => {
  const paged = (names: object) => styled({ style: "page-number", page: "page", items: "items", ...names }, NUMBER);

  it("ends at an empty page if nothing else says when", async () => {
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

  it("takes arrays as pages if it names no items", async () => {
    const arrays = styled({ style: "page-number", page: "page" }, NUMBER);
    expect((await walk(arrays, pagesFrom([1], []))).pages.map(({ items }) => items)).toEqual([[1], []]);
  });

  it.each([[undefined], [null], ["1"]])("ends at an empty page if the number of pages is %o", async (pages) => {
    const { pages: walked, error } = await walk(paged({ pages: "pages" }), pagesFrom({ items: [1], pages }, { items: [2], pages }, { items: [], pages }));
    expect([walked.length, error]).toEqual([3, undefined]);
  });

  it("ends at an empty page if the size of a page is not there", async () => {
    const list = paged({ total: "total", size: "size" });
    expect((await walk(list, pagesFrom({ items: [1], total: 1 }, { items: [], total: 1 }))).pages.length).toBe(2);
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

  it.each([[undefined], [null], [{}]])("ends at an empty page if the page is %o, without a total", async (page) => {
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
