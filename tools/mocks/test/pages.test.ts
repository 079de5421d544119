import type { Operation, Pagination } from "@keywright/core/client";
import { describe, expect, it } from "vitest";
import { serviceOf } from "../src/clients.ts";
import { createPages, type PageRequest } from "../src/pages.ts";

const vault = createPages(serviceOf("vault").document, serviceOf("vault").table);
const events = createPages(serviceOf("events").document, serviceOf("events").table);
const activity = (offset: string): PageRequest => ({ method: "GET", pathname: "/v1/activity", query: new URLSearchParams({ offset }), body: "" });
const audit = (body: string): PageRequest => ({ method: "POST", pathname: "/api/v2/auditevents", query: new URLSearchParams(), body });

const row = (id: string, path: string): Operation => ({
  id,
  method: "GET",
  path,
  retry: "safe",
  security: { scheme: "none", scopes: [] },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
});

describe("the pages of a mock", () => {
  it("are those behind the position of a request, whoever asked before", () => {
    const cursor = (count: number): string => JSON.stringify({ cursor: Buffer.from(`example:auditevents:${count}`).toString("base64url") });
    expect(["{}", cursor(2), cursor(4), cursor(6), cursor(2)].map((body) => events(audit(body))?.name)).toEqual(["first", "middle", "last", "empty", "middle"]);
  });

  it("begin with the first one for a cursor that no example has, or a body that is not JSON", () => {
    for (const body of ['{"cursor":"unknown"}', "", "{", "null", "7", '{"cursor":7}']) expect(events(audit(body))?.name, body).toBe("first");
  });

  it("do not begin before an offset, and end a walk from anywhere", () => {
    const pages = ["0", "1", "3", "4", "6", "7", "8", "9", "1000"].map((offset) => vault(activity(offset))?.name);
    expect(pages).toEqual(["first", "middle", "middle", "last", "last", "empty", "empty", "empty", "empty"]);
  });

  it("have the examples of their headers: that of a page, or one for all pages, and none of a header without examples", () => {
    const pagination: Pagination = { style: "cursor-query", items: "data", next: "next", cursor: "after" };
    const headers = {
      "X-Page": { examples: { first: { value: 1 }, last: { value: 2 } } },
      "X-Last": { examples: { last: { value: "the end" } } },
      "X-Total": { example: 2 },
      "X-Limit": { $ref: "#/components/headers/Limit" },
      "X-Trace": { schema: { type: "string" } },
    };
    const content = { "application/json": { examples: { first: { value: { data: [1], next: "b" } }, last: { value: { data: [2] } } } } };
    const document = {
      components: { headers: { Limit: { examples: { usual: { value: 1 }, large: { value: 100 } } } } },
      paths: { "/things": { get: { responses: { "200": { headers, content } } } } },
    };
    const pages = createPages(document, { listThings: { ...row("listThings", "/things"), pagination } });
    const headersOf = (query: string) => pages({ method: "GET", pathname: "/things", query: new URLSearchParams(query), body: "" })?.headers;
    expect([headersOf(""), headersOf("after=b")]).toStrictEqual([
      { "x-page": "1", "x-last": undefined, "x-total": "2", "x-limit": "1" },
      { "x-page": "2", "x-last": "the end", "x-total": "2", "x-limit": "1" },
    ]);
  });

  it("belong to the operation with the fewest parameters in its path, and to no other", () => {
    const pagination: Pagination = { style: "cursor-query", items: "data", next: "next", cursor: "after" };
    const examples = { first: { value: { data: [1], next: "b" } }, last: { value: { data: [2] } } };
    const document = { paths: { "/{owner}/things": { get: { responses: { "200": { content: { "application/json": { examples } } } } } } } };
    const pages = createPages(document, { listThings: { ...row("listThings", "/{owner}/things"), pagination }, getThings: row("getThings", "/mine/things") });
    const asked = (pathname: string) => pages({ method: "GET", pathname, query: new URLSearchParams("after=b"), body: "" })?.name;
    expect(["/one/things", "/mine/things", "/one/two/things", "//things"].map(asked)).toEqual(["last", undefined, undefined, undefined]);
    expect(vault({ ...activity("0"), method: "DELETE" })).toBeUndefined();
  });
});
