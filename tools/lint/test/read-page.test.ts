import { describe, expect, it } from "vitest";
import { readPage } from "../src/contracts/read-page.ts";

const CURSOR_BODY = { style: "cursor-body", items: "items", cursor: "cursor", more: "has_more" };
const NEXT_LINK = { style: "next-link", items: "results", next: "next", cursor: "after" };
const SCIM = { style: "scim-index", items: "Resources", startIndex: "startIndex", count: "count", total: "totalResults" };

describe("reading an example page", () => {
  it("takes the cursor and whether there is more out of a body", () => {
    expect(readPage(CURSOR_BODY, "/events", { items: [1], cursor: "c", has_more: true })).toEqual({ items: [1], next: "c", more: true });
  });

  it("takes the cursor out of a next link, and none out of a page without one", () => {
    expect(readPage(NEXT_LINK, "/runs", { results: [1], next: "https://example.com/prefix/runs?after=x%20y" })).toEqual({ items: [1], next: "x y" });
    expect(readPage(NEXT_LINK, "/runs", { results: [1] })).toEqual({ items: [1] });
  });

  it("takes a bare array as a page of a list by offset", () => {
    expect(readPage({ style: "offset", offset: "offset", limit: "limit" }, "/activity", [1, 2])).toEqual({ items: [1, 2] });
  });

  it("takes the total out of a SCIM list", () => {
    expect(readPage(SCIM, "/Users", { Resources: [1], totalResults: 3 })).toEqual({ items: [1], total: 3 });
  });

  it.each([
    [CURSOR_BODY, [], "must be an object"],
    [CURSOR_BODY, { cursor: "c" }, "must have an array in items"],
    [SCIM, { Resources: [] }, "must have a number in totalResults"],
    [NEXT_LINK, { results: [], next: "/runs?after=x" }, "must have a whole URL as its next page"],
  ])("says why it cannot: %o %o", (pagination, body, reason) => {
    expect(readPage(pagination, "/runs", body)).toBe(reason);
  });
});
