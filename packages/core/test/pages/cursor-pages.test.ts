import { describe, expect, it } from "vitest";
import { bodies, cursor, pagesFrom, searches, styled, TEXT, walk } from "./paginate-support.ts";

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

  it("ends on the cursor that was sent if there is nothing new", async () => {
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

describe("a list with a token for the next page in its body", () => {
  const list = styled({ style: "cursor-query", items: "data", next: ["meta", "next"], cursor: "after" }, TEXT);

  it.each([[null], [""], [undefined]])("ends if the token is %o, and sends each token with the rest of the input", async (end) => {
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

  it("ends if the object around the token is absent or null", async () => {
    for (const meta of [undefined, null]) expect(await walk(list, pagesFrom({ data: [1], meta }))).toEqual({ pages: [{ items: [1], resumeAt: undefined }] });
  });

  it("resumes at a token", async () => {
    const fetch = pagesFrom({ data: [3] });
    expect(await walk(list, fetch, { after: "c" })).toEqual({ pages: [{ items: [3], resumeAt: "c" }] });
    expect(searches(fetch)).toEqual(["?after=c"]);
  });

  it.each([[5], [true], [{}], [["b"]]])("is an error if the token is %o", async (token) => {
    expect((await walk(list, pagesFrom({ data: [1], meta: { next: token } }))).error).toMatchObject({
      code: "missing-position",
      message: "listThings returned a page without a position: expected a string in meta.next",
    });
  });

  it("takes a number if its parameter is one, also 0", async () => {
    const numbers = styled({ style: "cursor-query", items: "data", next: "next", cursor: "page" }, { page: { type: "integer" } });
    const fetch = pagesFrom({ data: [1], next: 7 }, { data: [2], next: 0 }, { data: [3], next: null });
    expect((await walk(numbers, fetch)).pages.map(({ resumeAt }) => resumeAt)).toEqual([7, 0, 0]);
    expect(searches(fetch)).toEqual(["", "?page=7", "?page=0"]);
    expect((await walk(numbers, pagesFrom({ data: [1], next: "7" }))).error).toMatchObject({ code: "missing-position" });
  });

  it("ends with an error if the tokens go round in a circle", async () => {
    const page = (next: string) => ({ data: [next], meta: { next } });
    const { pages, error } = await walk(list, pagesFrom(page("a"), page("b"), page("c"), page("a"), page("b"), page("c"), page("a"), page("b")));
    expect(error).toMatchObject({ name: "PaginationError", code: "position-repeated" });
    expect(pages.length).toBeLessThan(8);
  });

  it.each([[[]], ["text"], [{ meta: {} }], [{ data: {} }]])("is an invalid response if it is %o", async (body) => {
    expect((await walk(list, pagesFrom(body))).error).toMatchObject({ name: "InvalidResponseError", code: "unexpected-content" });
  });
});
