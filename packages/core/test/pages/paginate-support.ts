import { jsonResponse, recordingFetch, type RecordingFetch } from "@keywright/tool-test-kit/testing";
import type { Operation, Pagination } from "../../src/client.ts";
import type { Page } from "../../src/index.ts";
import { baseUrl, getThing, listByCursor, listOf, listThings } from "../support.ts";

const base = { ...getThing, id: "listThings", path: "/v1/things", pathParameters: {} } as const satisfies Operation;
/** A list by offset. */
export const offset: Operation = {
  ...base,
  queryParameters: { offset: { type: "integer", minimum: 0 }, limit: { type: "integer" } },
  pagination: { style: "offset", offset: "offset", limit: "limit" },
};
/** A list with a position in its next link. */
export const linked: Operation = { ...listThings, queryParameters: { ...listThings.queryParameters, filter: { type: "string" } } };
/** The same whose next link is always there. */
export const live: Operation = { ...linked, pagination: { style: "next-link-live", items: "results", next: "next", cursor: "after" } };
/** A list with a cursor in its body. */
export const cursor: Operation = listByCursor;
/** A SCIM list. */
export const scim: Operation = {
  ...base,
  queryParameters: { startIndex: { type: "integer" }, count: { type: "integer" }, filter: { type: "string" } },
  pagination: { style: "scim-index", items: "Resources", startIndex: "startIndex", count: "count", total: "totalResults" },
};

/** A list in another style. */
export const styled = (pagination: Pagination, queryParameters: NonNullable<Operation["queryParameters"]>): Operation => ({
  ...linked,
  queryParameters,
  pagination,
});
export const TEXT = { after: { type: "string" }, filter: { type: "string" } } as const;
export const NUMBER = { page: { type: "integer", minimum: 1 }, filter: { type: "string" } } as const;

/** Answers as one page after the other. */
export const pagesFrom = (...bodies: readonly unknown[]): RecordingFetch => recordingFetch(...bodies.map((body) => jsonResponse(200, body)));
export const searches = (fetch: RecordingFetch): string[] => fetch.requests.map(({ url }) => url.slice(`${baseUrl}/v1/things`.length));
export const bodies = (fetch: RecordingFetch): unknown[] => fetch.requests.map(({ body }) => JSON.parse(body ?? "null"));

/** All pages that a list gives, and the error that ends it. */
export async function walk(
  operation: Operation,
  fetch: RecordingFetch,
  input?: unknown,
): Promise<{ readonly pages: Page<unknown, unknown>[]; readonly error?: unknown }> {
  const pages: Page<unknown, unknown>[] = [];
  try {
    for await (const page of listOf(operation, { fetch, retry: false })(input).pages()) pages.push(page);
    return { pages };
  } catch (error) {
    return { pages, error };
  }
}

/** The next link behind `after`. */
export const next = (after: string): string => `${baseUrl}/v1/things?limit=2&after=${after}`;
