import type { Operation, Pagination } from "@keywright/core/client";
import { describe, expect, it } from "vitest";
import { createPageScenario, type PageScenario } from "../src/page-scenario.ts";
import { services, serviceOf } from "../src/clients/index.ts";

const lists = services.flatMap(({ name: service, table }) =>
  Object.values<Operation>(table)
    .filter(({ pagination }) => pagination !== undefined)
    .map((operation) => ({ id: operation.id, service, operation, pagination: operation.pagination as Pagination })),
);

/** What decides of a request which page is meant. */
function ask({ operation, pagination }: (typeof lists)[number], position?: string): Parameters<PageScenario>[0] {
  const { method, path: pathname } = operation;
  if (pagination.style === "cursor-body")
    return { method, pathname, query: new URLSearchParams(), body: JSON.stringify(position === undefined ? {} : { [pagination.cursor]: position }) };
  const name = pagination.style === "offset" ? pagination.offset : "after";
  return { method, pathname, query: new URLSearchParams(position === undefined ? {} : { [name]: position }), body: "" };
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
  const scenario = createPageScenario(serviceOf(list.service).document, serviceOf(list.service).table);
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
    for (const list of lists.filter(({ pagination }) => pagination.style !== "offset")) {
      expect(createPageScenario(serviceOf(list.service).document, serviceOf(list.service).table)(ask(list, "unknown")), list.id).toBe("first");
    }
  });

  it("answers any offset with the first page that does not begin before it, so that a walk from anywhere ends", () => {
    const list = lists.find(({ pagination }) => pagination.style === "offset") as (typeof lists)[number];
    const scenario = createPageScenario(serviceOf(list.service).document, serviceOf(list.service).table);
    const pages = ["0", "1", "3", "4", "6", "7", "8", "9", "1000"].map((offset) => scenario(ask(list, offset)));
    expect(pages).toEqual(["first", "middle", "middle", "last", "last", "empty", "empty", "empty", "empty"]);
  });

  it("takes a body that is not JSON for one without a position: the mock itself refuses it", () => {
    const list = lists.find(({ pagination }) => pagination.style === "cursor-body") as (typeof lists)[number];
    const scenario = createPageScenario(serviceOf(list.service).document, serviceOf(list.service).table);
    for (const body of ["", "{", "null", "7", '{"cursor":7}']) expect(scenario({ ...ask(list), body }), body).toBe("first");
  });

  it("walks a SCIM list by its start index, and a list of next links to the page without one", () => {
    const page = (value: object) => ({ value });
    const list = (id: string, path: string, pagination: Pagination, examples: object) => ({
      row: {
        id,
        method: "GET",
        path,
        retry: "safe",
        security: { scheme: "bearer", scopes: [] },
        response: { status: 200, type: "json", mediaType: "application/json" },
        accept: "application/json",
        pagination,
      } satisfies Operation,
      definition: { get: { responses: { "200": { content: { "application/json": { examples } } } } } },
    });
    const users = list(
      "listUsers",
      "/Users",
      { style: "scim-index", items: "Resources", startIndex: "startIndex", count: "count", total: "totalResults" },
      {
        first: page({ startIndex: 1, totalResults: 3, Resources: [{}, {}] }),
        last: page({ startIndex: 3, totalResults: 3, Resources: [{}] }),
      },
    );
    const teams = list(
      "listTeams",
      "/teams",
      { style: "next-link", items: "results", next: "next", cursor: "after" },
      {
        first: page({ next: "https://example.com/teams?after=two", results: [{}] }),
        last: page({ results: [{}] }),
      },
    );
    const scenario = createPageScenario({ paths: { "/Users": users.definition, "/teams": teams.definition } }, { listUsers: users.row, listTeams: teams.row });
    const asked = (pathname: string, query: string) => scenario({ method: "GET", pathname, query: new URLSearchParams(query), body: "" });
    expect(["", "startIndex=1", "startIndex=3", "startIndex=9"].map((query) => asked("/Users", query))).toEqual(["first", "first", "last", "last"]);
    expect(["", "after=two", "after=unknown"].map((query) => asked("/teams", query))).toEqual(["first", "last", "first"]);
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
    const scenario = createPageScenario(document, { listThings: list, getThings: row("getThings", "/mine/things") });
    const asked = (pathname: string) => scenario({ method: "GET", pathname, query: new URLSearchParams("after=b"), body: "" });
    expect(["/one/things", "/mine/things", "/one/two/things", "//things"].map(asked)).toEqual(["last", undefined, undefined, undefined]);
  });
});
