import document from "@keywright/management/openapi.json" with { type: "json" };
import { documentedResponses, exampleResponse, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { listAuditLogsFilter } from "../src/generated/filters.ts";
import { operations } from "../src/generated/operations.ts";
import { type AuditEvent, createManagementClient, type ListAuditLogsInput, type Page, rawFilter } from "../src/index.ts";
import { baseUrl, clientOn } from "./support.ts";

const logsUrl = "https://management.example.com/api/audit/v1/logs";
const everything = {
  filter: rawFilter('eventType sw "integration_" and not (id lt 48214)'),
  q: "Finance Lead & Co",
  since: "2026-03-02T08:00:00+01:00",
  until: "2026-03-09T08:00:00Z",
  limit: 3,
  sortOrder: "ASCENDING",
} as const satisfies ListAuditLogsInput;
const everythingQuery =
  "filter=eventType%20sw%20%22integration_%22%20and%20not%20(id%20lt%2048214)&q=Finance%20Lead%20%26%20Co&since=2026-03-02T08%3A00%3A00%2B01%3A00&until=2026-03-09T08%3A00%3A00Z";

const example = (name: string) => exampleResponse(document, operations.listAuditLogs, name);
const page = (next: unknown, ...ids: readonly number[]) => jsonResponse(200, { next, results: ids.map((id) => ({ id })) });
const jsonText = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });
const empty = () => page(`${logsUrl}?after=end`);

async function collect<Element>(elements: AsyncIterable<Element>): Promise<Element[]> {
  const collected: Element[] = [];
  for await (const element of elements) collected.push(element);
  return collected;
}

describe("listAuditLogs", () => {
  it("requests the log with every parameter, encoded, with the token", async () => {
    const fetch = recordingFetch(empty());
    await collect(clientOn(fetch).listAuditLogs({ ...everything, after: "saved+/= position", sortOrder: "DESCENDING" }));
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${logsUrl}?${everythingQuery}&after=saved%2B%2F%3D%20position&limit=3&sortOrder=DESCENDING`,
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("sends no query without arguments, and nothing at all before it is iterated", async () => {
    const fetch = recordingFetch(empty(), empty());
    const client = clientOn(fetch);
    const lists = [client.listAuditLogs(), client.listAuditLogs({})];
    expect(fetch.requests).toEqual([]);
    for (const list of lists) await collect(list);
    expect(fetch.requests.map(({ url }) => url)).toEqual([logsUrl, logsUrl]);
  });

  it("walks from the first page to the empty one by the cursor of next, and sends every other parameter again", async () => {
    const fetch = recordingFetch(example("first"), example("middle"), example("last"), example("empty"));
    const pages = await collect(clientOn(fetch).listAuditLogs(everything).pages());
    expect(fetch.requests.map(({ url }) => url)).toEqual([
      `${logsUrl}?${everythingQuery}&limit=3&sortOrder=ASCENDING`,
      `${logsUrl}?${everythingQuery}&after=example-position-48213&limit=3&sortOrder=ASCENDING`,
      `${logsUrl}?${everythingQuery}&after=example-position-48216&limit=3&sortOrder=ASCENDING`,
      `${logsUrl}?${everythingQuery}&after=example-position-48218&limit=3&sortOrder=ASCENDING`,
    ]);
    expect(fetch.requests.every(({ method, headers }) => method === "GET" && headers["authorization"] === "Bearer token-1")).toBe(true);
    expect(pages.map(({ items, resumeAt }) => [items.map(({ id }) => id), resumeAt])).toEqual([
      [["48211", "48212", "48213"], "example-position-48213"],
      [["48214", "48215", "48216"], "example-position-48216"],
      [["48217", "48218"], "example-position-48218"],
      [[], "example-position-48218"],
    ]);
  });

  it("returns the events of all pages in order", async () => {
    const fetch = recordingFetch(example("first"), example("middle"), example("last"), example("empty"));
    const ids = (await collect(clientOn(fetch).listAuditLogs())).map(({ id }) => id);
    expect(ids).toEqual(["48211", "48212", "48213", "48214", "48215", "48216", "48217", "48218"]);
  });

  it("continues from a saved position, and returns the newer position of an empty page", async () => {
    const fetch = recordingFetch(page(`${logsUrl}?after=newer`));
    const pages = await collect(clientOn(fetch).listAuditLogs({ after: "example-position-48218", limit: 100 }).pages());
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${logsUrl}?after=example-position-48218&limit=100`]);
    expect(pages).toEqual([{ items: [], resumeAt: "newer" }] satisfies Page<AuditEvent, string>[]);
  });

  it("reads only the position from next, whatever else the address contains", async () => {
    const fetch = recordingFetch(page(`${logsUrl}?limit=1000&filter=id%20gt%200&after=one&sortOrder=DESCENDING#after=two`, 1), empty());
    await collect(clientOn(fetch).listAuditLogs({ q: "Lead" }));
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${logsUrl}?q=Lead`, `${logsUrl}?q=Lead&after=one`]);
  });

  it.each([
    ["/api/audit/v1/logs?after=one", "one"],
    ["?after=one", "one"],
    ["logs?limit=3&after=one", "one"],
    ["//management.example.com/api/audit/v1/logs?after=one", "one"],
    ["HTTPS://MANAGEMENT.example.com:443/api/audit/v1/logs?after=one", "one"],
    [`${logsUrl}?after=a%2Bb%2F%3D%26limit%3D9%C3%BC`, "a%2Bb%2F%3D%26limit%3D9%C3%BC"],
  ])("reads the next address %j", async (next, cursor) => {
    const fetch = recordingFetch(page(next, 1), empty());
    await collect(clientOn(fetch).listAuditLogs());
    expect(fetch.requests.map(({ url }) => url)).toEqual([logsUrl, `${logsUrl}?after=${cursor}`]);
  });

  it("keeps the path prefix of baseUrl while it walks", async () => {
    const fetch = recordingFetch(page("?after=one", 1), empty());
    await collect(createManagementClient({ baseUrl: `${baseUrl}/tenants/7/`, token: "token-1", fetch }).listAuditLogs());
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/tenants/7/api/audit/v1/logs`, `${baseUrl}/tenants/7/api/audit/v1/logs?after=one`]);
  });

  it.each([
    ["another host", "https://elsewhere.example.com/api/audit/v1/logs?after=one", "foreign-position"],
    ["a host that begins like the service's", "https://management.example.com.evil.example/api/audit/v1/logs?after=one", "foreign-position"],
    ["another port", "https://management.example.com:8443/api/audit/v1/logs?after=one", "foreign-position"],
    ["another scheme", "http://management.example.com/api/audit/v1/logs?after=one", "foreign-position"],
    ["a scheme without hosts", "javascript:alert(1)?after=one", "foreign-position"],
    ["another host without a scheme", "//elsewhere.example.com/api/audit/v1/logs?after=one", "foreign-position"],
    ["another host behind backslashes", "\\\\elsewhere.example.com\\logs?after=one", "foreign-position"],
    ["a user name", "https://token-1@management.example.com/api/audit/v1/logs?after=one", "foreign-position"],
    ["a password", "https://:secret@management.example.com/api/audit/v1/logs?after=one", "foreign-position"],
    ["no after", `${logsUrl}?limit=3`, "missing-position"],
    ["an empty after", `${logsUrl}?after=`, "missing-position"],
    ["after in the fragment only", `${logsUrl}#after=one`, "missing-position"],
    ["no text at all", "", "missing-position"],
    ["text that is no address", "https://", "missing-position"],
    ["null", null, "missing-position"],
    ["a number", 7, "missing-position"],
    ["nothing", undefined, "missing-position"],
  ])("throws a PaginationError for a next with %s, and sends nothing there", async (_what, next, code) => {
    const fetch = recordingFetch(page(next, 1), empty());
    await expect(collect(clientOn(fetch).listAuditLogs())).rejects.toMatchObject({ name: "PaginationError", code, operationId: "listAuditLogs" });
    expect(fetch.requests.map(({ url }) => url)).toEqual([logsUrl]);
  });

  it.each([
    ["alone", undefined, ['<?after=one>; rel="next"'], "one", undefined],
    ["the same", "?after=one", ['<?after=one>; rel="next"'], "one", undefined],
    ["something else", "?after=one", ['<?after=two>; rel="next"'], "one", true],
    ["something else, in two headers", "?after=one", ['<?after=two>; rel="next"', '<?after=three>; rel="next"'], "one", true],
    ["nothing that can be read", "?after=one", ["<<<;;;,,,"], "one", undefined],
  ])("follows next, and the Link header only without it, and reports if they differ: the header says it %s", async (_what, next, links, after, linkIgnored) => {
    const headers = new Headers({ "content-type": "application/json" });
    for (const link of links) headers.append("link", link);
    const fetch = recordingFetch(new Response(JSON.stringify({ next, results: [{ id: 1 }] }), { headers }), empty());
    const [first] = await collect(clientOn(fetch).listAuditLogs().pages());
    expect(first?.linkIgnored).toBe(linkIgnored);
    expect(fetch.requests.map(({ url }) => url)).toEqual([logsUrl, `${logsUrl}?after=${after}`]);
  });

  it("throws a PaginationError for two next pages in the Link header alone", async () => {
    const link = '<?after=one>; rel="next", <?after=two>; rel="next"';
    const fetch = recordingFetch(jsonResponse(200, { results: [{ id: 1 }] }, { link }));
    await expect(collect(clientOn(fetch).listAuditLogs())).rejects.toMatchObject({ name: "PaginationError", code: "missing-position" });
  });

  it("throws a PaginationError for an empty page without a position too, so that no poll starts over", async () => {
    const fetch = recordingFetch(jsonResponse(200, { results: [] }));
    await expect(collect(clientOn(fetch).listAuditLogs({ after: "saved" }))).rejects.toMatchObject({ name: "PaginationError", code: "missing-position" });
  });

  it("throws a PaginationError if a page of events leads back to its own position, after returning it", async () => {
    const fetch = recordingFetch(page(`${logsUrl}?after=saved`, 1), empty());
    const seen: string[] = [];
    const walk = async () => {
      for await (const { id } of clientOn(fetch).listAuditLogs({ after: "saved" })) seen.push(id);
    };
    await expect(walk()).rejects.toMatchObject({ name: "PaginationError", code: "position-repeated" });
    expect([seen, fetch.requests.length]).toEqual([["1"], 1]);
  });

  it.each([
    ["without results", { next: "?after=one" }],
    ["whose results are null", { next: "?after=one", results: null }],
    ["that is an array", [{ id: 1 }]],
    ["that is null", null],
  ])("throws an InvalidResponseError for a page %s", async (_what, body) => {
    const call = collect(clientOn(recordingFetch(jsonResponse(200, body))).listAuditLogs());
    await expect(call).rejects.toMatchObject({ name: "InvalidResponseError", code: "unexpected-content", operationId: "listAuditLogs", status: 200 });
  });

  it("throws the error of a page after returning the pages before it", async () => {
    const problem = { detail: "One parameter is invalid.", errors: { after: ["This position is not known."] }, extensions: { traceId: "trace-nested" } };
    const fetch = recordingFetch(page("?after=one", 1, 2), jsonResponse(400, problem, { "content-type": "application/problem+json" }));
    const seen: string[] = [];
    const walk = async () => {
      for await (const { id } of clientOn(fetch).listAuditLogs()) seen.push(id);
    };
    await expect(walk()).rejects.toMatchObject({
      name: "ApiError",
      message: "listAuditLogs failed with status 400: One parameter is invalid.",
      traceId: "trace-nested",
      fieldErrors: { after: ["This position is not known."] },
    });
    expect(seen).toEqual(["1", "2"]);
  });

  it.each([1, 1000])("sends the limit %d", async (limit) => {
    const fetch = recordingFetch(empty());
    await collect(clientOn(fetch).listAuditLogs({ limit }));
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${logsUrl}?limit=${limit}`]);
  });

  it.each(["2026-11-20", "20261120", "2026-11-20T08:00", "20261120T080000Z", "2026-11-20T09+0100"])("sends the time %s as it is", async (time) => {
    const fetch = recordingFetch(empty());
    await collect(clientOn(fetch).listAuditLogs({ since: time, until: time }));
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${logsUrl}?since=${encodeURIComponent(time)}&until=${encodeURIComponent(time)}`]);
  });

  it.each([
    ["the limit 0", { limit: 0 }, "limit"],
    ["the limit 1001", { limit: 1001 }, "limit"],
    ["a limit that is not whole", { limit: 1.5 }, "limit"],
    ["a limit that is no number", { limit: Number.NaN }, "limit"],
    ["a limit without end", { limit: Number.POSITIVE_INFINITY }, "limit"],
    ["a limit in words", { limit: "10" }, "limit"],
    ["a start as Germans write it", { since: "31.12.2026" }, "since"],
    ["a start on a day that does not exist", { since: "2026-02-30T00:00:00Z" }, "since"],
    ["a start that is an object", { since: new Date(0) }, "since"],
    ["an end in words", { until: "now" }, "until"],
    ["an end without a day", { until: "2026-11" }, "until"],
    ["an order that does not exist", { sortOrder: "DESC" }, "sortOrder"],
    ["an empty filter", { filter: "" }, "filter"],
    ["an empty position", { after: "" }, "after"],
    ["a position of null, which would start over", { after: null }, "after"],
    ["a parameter that does not exist", { order: "DESCENDING" }, "order"],
  ])("rejects %s before anything is sent, when iterated and with raw", async (_what, wrong, argument) => {
    const expected = { operationId: "listAuditLogs", argument };
    expect(await expectRejected((fetch) => collect(clientOn(fetch).listAuditLogs(wrong as ListAuditLogsInput)))).toMatchObject(expected);
    expect(await expectRejected((fetch) => clientOn(fetch).raw.listAuditLogs(wrong as ListAuditLogsInput))).toMatchObject(expected);
  });

  it("passes on unknown types and properties of events", async () => {
    const event = {
      id: "48211",
      uuid: 700048211,
      eventType: "later_event",
      actor: { type: "Robot", detail: { deep: [null] } },
      target: [{ type: "Later" }],
      later: { a: 1 },
    };
    const fetch = recordingFetch(jsonResponse(200, { next: "?after=one", results: [event], total: 1 }), empty());
    expect(await collect(clientOn(fetch).listAuditLogs())).toEqual([event]);
  });

  it.each(["7201234567890123456", "9007199254740993", "-9223372036854775808", "9007199254740991", "0"])("returns the id %s to the last digit", async (id) => {
    const fetch = recordingFetch(jsonText(`{"next":"?after=one","results":[{"id":${id},"eventType":"a \\" 7201234567890123456"}]}`), empty());
    expect(await collect(clientOn(fetch).listAuditLogs())).toEqual([{ id, eventType: 'a " 7201234567890123456' }]);
    const filter = listAuditLogsFilter.gt("id", BigInt(id));
    expect(filter).toBe(`id gt ${id}`);
  });

  it.each(documentedResponses(document, operations.listAuditLogs))(
    "handles status $status ($example) as documented, but with ids that are strings",
    async (answer) => {
      await expectDocumented(answer, async (fetch) => {
        const { next, results } = (await clientOn(fetch).raw.listAuditLogs(everything)).body;
        expect(results.map(({ id }) => typeof id)).toEqual(results.map(() => "string"));
        return { next, results: results.map((event) => ({ ...event, id: Number(event.id) })) };
      });
    },
  );

  it("returns one page with status and headers with raw, and follows nothing", async () => {
    const fetch = recordingFetch(example("first"));
    const { status, headers, body: data } = await clientOn(fetch).raw.listAuditLogs({ limit: 3 });
    expect([status, headers.get("link"), data.next, data.results.length]).toEqual([
      200,
      `<${logsUrl}?after=example-position-48213>; rel="next"`,
      `${logsUrl}?after=example-position-48213`,
      3,
    ]);
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${logsUrl}?limit=3`]);
  });
});
