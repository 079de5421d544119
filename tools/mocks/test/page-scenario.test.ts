import type { Operation, Pagination } from "@keywright/core/client";
import { describe, expect, it } from "vitest";
import { serviceOf, services } from "../src/clients.ts";
import { createPageScenario, type PageRequest } from "../src/page-scenario.ts";

const lists = services.flatMap(({ name: service, table }) =>
  Object.values<Operation>(table)
    .filter(({ pagination }) => pagination !== undefined)
    .map((operation) => ({ id: operation.id, service, operation, pagination: operation.pagination as Pagination })),
);

/** What decides of a request which page is meant. */
function ask({ operation, pagination }: (typeof lists)[number], position?: string): PageRequest {
  const { method, path: pathname } = operation;
  if (pagination.style === "cursor-body")
    return { method, pathname, query: new URLSearchParams(), body: JSON.stringify(position === undefined ? {} : { [pagination.cursor]: position }) };
  const name = pagination.style === "offset" ? pagination.offset : "after";
  return { method, pathname, query: new URLSearchParams(position === undefined ? {} : { [name]: position }), body: "" };
}

function pageOf(list: (typeof lists)[number], request: PageRequest): string | undefined {
  const { document, table } = serviceOf(list.service);
  return createPageScenario(document, table).pageOf(request);
}

const cursorOf = (stream: string, events: number): string => Buffer.from(`example:${stream}:${events}`).toString("base64url");

/** The positions that the examples of the contracts give out, page by page. */
const POSITIONS: { readonly [id: string]: readonly [string, string, string] } = {
  listAuditLogs: ["example-position-48213", "example-position-48216", "example-position-48218"],
  listActivity: ["3", "6", "8"],
  listAuditEvents: [cursorOf("auditevents", 2), cursorOf("auditevents", 4), cursorOf("auditevents", 6)],
  listItemUsages: [cursorOf("itemusages", 2), cursorOf("itemusages", 4), cursorOf("itemusages", 6)],
  listSignInAttempts: [cursorOf("signinattempts", 2), cursorOf("signinattempts", 4), cursorOf("signinattempts", 6)],
};

describe.each(lists)("the page scenario of $id", (list) => {
  const { document, table } = serviceOf(list.service);
  const { pageOf: scenario } = createPageScenario(document, table);
  const [first, middle, last] = POSITIONS[list.id] as readonly [string, string, string];

  it("begins with the first page", () => {
    expect(scenario(ask(list))).toBe("first");
  });

  it("answers the position of each page with the page behind it", () => {
    expect([first, middle, last].map((position) => scenario(ask(list, position)))).toEqual(["middle", "last", "empty"]);
  });

  it("does not remember who asked before", () => {
    expect([middle, first, middle].map((position) => scenario(ask(list, position)))).toEqual(["last", "middle", "last"]);
  });

  it("leaves other operations alone", () => {
    expect(scenario({ ...ask(list), method: "DELETE" })).toBeUndefined();
    expect(scenario({ ...ask(list), pathname: "/other" })).toBeUndefined();
  });
});

describe("the page scenario", () => {
  it("answers a cursor that no example gave out with the first page", () => {
    for (const list of lists.filter(({ pagination }) => pagination.style !== "offset")) expect(pageOf(list, ask(list, "unknown")), list.id).toBe("first");
  });

  it("answers any offset with the first page that does not begin before it, so that a walk from anywhere ends", () => {
    const list = lists.find(({ pagination }) => pagination.style === "offset") as (typeof lists)[number];
    const pages = ["0", "1", "3", "4", "6", "7", "8", "9", "1000"].map((offset) => pageOf(list, ask(list, offset)));
    expect(pages).toEqual(["first", "middle", "middle", "last", "last", "empty", "empty", "empty", "empty"]);
  });

  it("takes a body that is not JSON for one without a position: the mock itself refuses it", () => {
    const list = lists.find(({ pagination }) => pagination.style === "cursor-body") as (typeof lists)[number];
    for (const body of ["", "{", "null", "7", '{"cursor":7}']) expect(pageOf(list, { ...ask(list), body }), body).toBe("first");
  });

  it("walks a list whose path has a parameter, but not another operation whose path is more exact", () => {
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
    const { pageOf: scenario } = createPageScenario(document, { listThings: list, getThings: row("getThings", "/mine/things") });
    const asked = (pathname: string) => scenario({ method: "GET", pathname, query: new URLSearchParams("after=b"), body: "" });
    expect(["/one/things", "/mine/things", "/one/two/things", "//things"].map(asked)).toEqual(["last", undefined, undefined, undefined]);
  });
});
