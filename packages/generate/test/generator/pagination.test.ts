import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as readers from "@keywright/core/parts";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/lib/generator/generate.ts";
import { camelCase } from "../../src/lib/generator/text/print.ts";
import { type ExamplePage, PAGE_STYLES, paginationRow, readPage, styleOf } from "../../src/lib/pagination/index.ts";
import { type PagedList, PAGED_LISTS, writePagedContract } from "../paged-contract.ts";

/** What is generated from a contract with some lists. */
async function generateLists(lists?: { readonly [operationId: string]: PagedList }): ReturnType<typeof generate> {
  const contract = await writePagedContract(lists);
  try {
    return await generate(contract.file);
  } finally {
    await contract.remove();
  }
}

const files = await generateLists();

/** What the method of a list returns. */
const returned = (id: string): string | undefined => new RegExp(`  ${id}\\(.*\\): (Paginator<.*>);`).exec(files["client.ts"])?.[1];
const row = (id: string): string | undefined =>
  new RegExp(`id: "${id}"[\\s\\S]*?pagination: (\\{[^}]*\\})`).exec(files["operations.ts"])?.[1]?.replaceAll(/\s+/g, " ");

describe("a list that pages", () => {
  it.each(Object.entries(PAGED_LISTS))("has the type of its items and of its positions: %s", (id, { position }) => {
    expect(returned(id)).toBe(`Paginator<Thing, ${position}>`);
  });

  it("has a row with the way to each property", () => {
    expect(row("listNestedLinks")).toBe('{ style: "next-link", items: ["data", "things"], next: ["meta", "links", "next"], cursor: "page" }');
    expect(row("listDottedLinks")).toBe('{ style: "next-link", items: "value", next: "@things.next", cursor: "$token" }');
    expect(row("listZeroPages")).toBe('{ style: "page-number", items: "items", page: "page", first: 0, total: "total", size: "size" }');
  });

  it("brings the reader of its style, and no other", async () => {
    const { listTokens, listPages } = PAGED_LISTS as { readonly [operationId: string]: PagedList };
    const { "client.ts": client } = await generateLists({ listTokens, listPages } as typeof PAGED_LISTS);
    expect(client).toContain(
      'import { createClient, isErrorOf, writeUrl } from "@keywright/core/client";\nimport { cursorQueryPages, pageNumberPages } from "@keywright/core/parts";',
    );
    expect(client).toContain('pages: { "cursor-query": cursorQueryPages, "page-number": pageNumberPages }');
  });

  it("is an error with its line where its items are no array", async () => {
    const list = { ...PAGED_LISTS["listTokens"], pagination: { style: "cursor-query", items: "next_cursor", next: "next_cursor", cursor: "cursor" } };
    await expect(generateLists({ listTokens: list as PagedList })).rejects.toThrow(
      /things\/openapi\.yaml:\d+:\d+: listTokens: x-pagination must have its items in an array with a schema of items; next_cursor is none\. Name the array/,
    );
  });
});

describe("each style", () => {
  it("has a reader in core that is named after it, and a list in paged-contract.ts", () => {
    const styles = Object.keys(PAGE_STYLES);
    const listed = Object.values(PAGED_LISTS).map(({ pagination }) => pagination["style"]);
    const named = styles.map((style) => `${camelCase(style)}Pages`);
    expect
      .soft(
        named.filter((name) => !Object.hasOwn(readers, name)),
        "packages/core/src/parts.ts must export",
      )
      .toEqual([]);
    expect
      .soft(
        styles.filter((style) => !listed.includes(style)),
        "paged-contract.ts must have lists of",
      )
      .toEqual([]);
  });
});

describe("an unknown style", () => {
  it("is an error also where the rules of contracts say nothing about it", async () => {
    const list = { ...PAGED_LISTS["listTokens"], pagination: { style: "pages" } } as PagedList;
    const contract = await writePagedContract({ listTokens: list });
    try {
      const rules = join(contract.folder, "specs/redocly.yaml");
      await writeFile(rules, (await readFile(rules, "utf8")).replace("keywright/pagination: error", "keywright/pagination: off"));
      await expect(generate(contract.file)).rejects.toThrow(
        /things\/openapi\.yaml:\d+:\d+: listTokens: x-pagination must have a style of next-link, .*, scim-index; got "pages"\. Choose one/,
      );
    } finally {
      await contract.remove();
    }
  });
});

describe("reading an example page", () => {
  const CURSOR_BODY = { style: "cursor-body", items: "items", cursor: "cursor", more: "has_more" };
  const NEXT_LINK = { style: "next-link", items: "results", next: "/meta/next", cursor: "after" };
  const LINK_HEADER = { style: "link-header", cursor: "page" };
  const TOKEN = { style: "cursor-query", items: "items", next: "next", cursor: "cursor" };
  const OFFSET = { style: "offset", offset: "offset", limit: "limit" };
  const SCIM = { style: "scim-index", items: "Resources", startIndex: "startIndex", count: "count", total: "totalResults" };
  const PAGES = { style: "page-number", items: "items", page: "page", pages: "pages" };
  const read = (pagination: object, page: ExamplePage, path = "/runs") =>
    readPage(styleOf(pagination as never), page, paginationRow(pagination as never), path);
  const link = (next: string) => ({ results: [1], meta: { next } });

  it.each([
    ["a cursor and whether there is more", CURSOR_BODY, { value: { items: [1], cursor: "c", has_more: true } }, { items: [1], next: "c", more: true }],
    ["a next link", NEXT_LINK, { value: link("https://example.com/prefix/runs?after=x%20y") }, { items: [1], next: "x y" }],
    ["a relative next link", NEXT_LINK, { value: link("?after=x") }, { items: [1], next: "x" }],
    ["no next link", NEXT_LINK, { value: { results: [1] } }, { items: [1] }],
    [
      "a Link header",
      LINK_HEADER,
      { value: [1], headers: { link: '</runs?page=1>; rel="prev", </runs?page=3>; title="x"; rel=next' } },
      { items: [1], next: "3" },
    ],
    ["a Link header without a next page", LINK_HEADER, { value: [1], headers: { link: '</runs?page=1>; rel="prev"' } }, { items: [1] }],
    ["a token", TOKEN, { value: { items: [1], next: 7 } }, { items: [1], next: "7" }],
    ["an empty token", TOKEN, { value: { items: [1], next: "" } }, { items: [1] }],
    ["an array", OFFSET, { value: [1, 2] }, { items: [1, 2] }],
    ["a total", SCIM, { value: { Resources: [1], totalResults: 3 } }, { items: [1], total: 3 }],
    ["the number of pages", PAGES, { value: { items: [1], pages: 3 } }, { items: [1], total: 3 }],
  ])("takes %s out of it", (_what, pagination, page, expected) => {
    expect(read(pagination, page)).toEqual(expected);
  });

  it.each([
    [CURSOR_BODY, [], "must be an object"],
    [CURSOR_BODY, { cursor: "c" }, "must have an array in items"],
    [OFFSET, {}, "must be an array"],
    [SCIM, { Resources: [] }, "must have a number in totalResults"],
    [PAGES, { items: [1] }, "must have a number in pages"],
    [NEXT_LINK, { results: [], meta: { next: 7 } }, "must have a URL as its next page"],
    [NEXT_LINK, link("/others?after=x"), "has its next page at /others, which is not the operation's path /runs"],
    [NEXT_LINK, link("?before=x"), "has a next page without after"],
  ])("says why it cannot: %o %o", (pagination, value, reason) => {
    expect(read(pagination, { value })).toBe(reason);
  });
});
