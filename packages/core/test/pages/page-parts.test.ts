import { describe, expect, it } from "vitest";
import type { Operation } from "../../src/client.ts";
import { cursor, linked, live, next, offset, pagesFrom, scim, walk } from "./paginate-support.ts";

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
