import type { Operation, Pagination } from "@keywright/core/client";
import { describe, expect, it } from "vitest";
import { createExamplePages } from "../src/example-pages.ts";
import { services } from "../src/services.ts";

interface List {
  readonly id: string;
  readonly operation: Operation;
  readonly pagination: Pagination;
  /** Returns the name of the page that a position selects. */
  readonly select: (position?: string, body?: string) => string | undefined;
}

const lists = services.flatMap(({ document, table }) => {
  const listAt = createExamplePages(document, table);
  return Object.values<Operation>(table).flatMap((operation): List[] => {
    const { id, method, path, pagination } = operation;
    if (pagination === undefined) return [];
    const inBody = pagination.style === "cursor-body" ? pagination.cursor : undefined;
    const inQuery = pagination.style === "offset" ? pagination.offset : "after";
    const select = (position?: string, body = position === undefined || inBody === undefined ? "" : JSON.stringify({ [inBody]: position })) =>
      listAt(method, path)?.select(new URLSearchParams(position === undefined || inBody !== undefined ? {} : { [inQuery]: position }), body)?.name;
    return [{ id, operation, pagination, select }];
  });
});

const cursorOf = (stream: string, events: number): string => Buffer.from(`example:${stream}:${events}`).toString("base64url");

/** The positions of the second, the third and the last page, as the examples of the contracts have them. */
const POSITIONS: { readonly [id: string]: readonly [string, string, string] } = {
  listAuditLogs: ["example-position-48213", "example-position-48216", "example-position-48218"],
  listActivity: ["3", "6", "8"],
  listAuditEvents: [cursorOf("auditevents", 2), cursorOf("auditevents", 4), cursorOf("auditevents", 6)],
  listItemUsages: [cursorOf("itemusages", 2), cursorOf("itemusages", 4), cursorOf("itemusages", 6)],
  listSignInAttempts: [cursorOf("signinattempts", 2), cursorOf("signinattempts", 4), cursorOf("signinattempts", 6)],
};

describe.each(lists)("the example pages of $id", ({ id, select }) => {
  it("begin with the first, and each position selects the page behind it, whoever asked before", () => {
    const [second, third, last] = POSITIONS[id] as readonly [string, string, string];
    expect([undefined, second, third, last, second].map((position) => select(position))).toEqual(["first", "middle", "last", "empty", "middle"]);
  });
});

describe("the example pages", () => {
  it.each(lists.filter(({ pagination }) => pagination.style !== "offset"))("of $id begin with the first for a cursor that no example has", ({ select }) => {
    expect(select("unknown")).toBe("first");
  });

  it("have for any offset the first page that does not begin before it, so that a walk from anywhere ends", () => {
    const { select } = lists.find(({ pagination }) => pagination.style === "offset") as List;
    const pages = ["0", "1", "3", "4", "6", "7", "8", "9", "1000"].map((offset) => select(offset));
    expect(pages).toEqual(["first", "middle", "middle", "last", "last", "empty", "empty", "empty", "empty"]);
  });

  it("begin with the first for a body that is not JSON: the mock itself rejects it", () => {
    const { select } = lists.find(({ pagination }) => pagination.style === "cursor-body") as List;
    for (const body of ["", "{", "null", "7", '{"cursor":7}']) expect(select(undefined, body), body).toBe("first");
  });

  it("are those of a list whose path has a parameter, but not of an operation whose path is more exact", () => {
    const row = (id: string, path: string): Operation => ({
      id,
      method: "GET",
      path,
      retry: "safe",
      security: { scheme: "none", scopes: [] },
      response: { status: 200, type: "json", mediaType: "application/json" },
      accept: "application/json",
    });
    const list: Operation = { ...row("listThings", "/{owner}/things"), pagination: { style: "cursor-query", items: "data", next: "next", cursor: "after" } };
    const examples = { first: { value: { data: [1], next: "b" } }, last: { value: { data: [2] } } };
    const document = { paths: { "/{owner}/things": { get: { responses: { "200": { content: { "application/json": { examples } } } } } } } };
    const listAt = createExamplePages(document, { listThings: list, getThings: row("getThings", "/mine/things") });
    const select = (method: string, path: string) => listAt(method, path)?.select(new URLSearchParams("after=b"), "")?.name;
    expect(["/one/things", "/mine/things", "/one/two/things", "//things"].map((path) => select("GET", path))).toEqual([
      "last",
      undefined,
      undefined,
      undefined,
    ]);
    expect(select("DELETE", "/one/things")).toBeUndefined();
  });
});
