import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type APIRequest, distinctActivity } from "../src/index.ts";
import { clientOn } from "./support.ts";

const record = (name: string, id: "requestID" | "requestId" = "requestID"): APIRequest => ({ [id]: name }) as unknown as APIRequest;
const names = (records: readonly APIRequest[]): (string | undefined)[] => records.map(({ requestID, requestId }) => requestID ?? requestId);

async function all(records: AsyncIterable<APIRequest>): Promise<APIRequest[]> {
  const gathered: APIRequest[] = [];
  for await (const one of records) gathered.push(one);
  return gathered;
}

async function* given(...records: readonly APIRequest[]): AsyncGenerator<APIRequest, void, undefined> {
  yield* records;
}

describe("distinctActivity", () => {
  it("returns a record once that is also on the next page, because others were recorded meanwhile", async () => {
    const pages = [["f", "e", "d"], ["e", "d", "c"], ["c", "b", "a"], []].map((page) =>
      jsonResponse(
        200,
        page.map((name) => record(name)),
      ),
    );
    const fetch = recordingFetch(...pages);
    expect(names(await all(distinctActivity(clientOn(fetch).listActivity({ limit: 3 }))))).toEqual(["f", "e", "d", "c", "b", "a"]);
    expect(fetch.requests.length).toBe(4);
  });

  it("distinguishes records by either name of the id, and keeps all records without one", async () => {
    const bare = { action: "READ" } as APIRequest;
    expect(await all(distinctActivity(given(record("a"), record("a", "requestId"), bare, bare, record("b", "requestId"))))).toEqual([
      record("a"),
      bare,
      bare,
      record("b", "requestId"),
    ]);
  });

  it("remembers only the number of latest records that its option says", async () => {
    const records = ["a", "b", "a", "c", "a", "b"].map((name) => record(name));
    expect(names(await all(distinctActivity(given(...records), { remember: 2 })))).toEqual(["a", "b", "c", "b"]);
  });

  it("remembers 10,000 by default", async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => record(String(index)));
    expect((await all(distinctActivity(given(...many.slice(1), many[1] as APIRequest)))).length).toBe(10_000);
    expect((await all(distinctActivity(given(...many, many[0] as APIRequest)))).length).toBe(10_002);
  });

  it("remembers all with Infinity", async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => record(String(index)));
    expect((await all(distinctActivity(given(...many, many[0] as APIRequest), { remember: Infinity }))).length).toBe(10_001);
  });

  it("requests no page before it is iterated, and none after the record at which the loop ends", async () => {
    const fetch = recordingFetch(jsonResponse(200, [record("a"), record("b")]));
    const walk = distinctActivity(clientOn(fetch).listActivity({}, { readAhead: false }));
    expect(fetch.requests.length).toBe(0);
    for await (const one of walk) {
      expect(one).toEqual(record("a"));
      break;
    }
    expect(fetch.requests.length).toBe(1);
  });

  it("starts anew with each iteration", async () => {
    const walk = distinctActivity({ [Symbol.asyncIterator]: () => given(record("a"), record("a")) });
    expect([names(await all(walk)), names(await all(walk))]).toEqual([["a"], ["a"]]);
  });

  it("passes on the error of the walk", async () => {
    const fetch = recordingFetch(jsonResponse(403, { status: 403, message: "no" }));
    await expect(all(distinctActivity(clientOn(fetch).listActivity()))).rejects.toMatchObject({ name: "ApiError", status: 403 });
  });

  it.each([0, -1, 1.5, Number.NaN, "10"])("rejects %s as the number of records to remember", (remember) => {
    expect(() => distinctActivity(given(), { remember: remember as number })).toThrow(
      expect.objectContaining({
        name: "ConfigurationError",
        message: expect.stringMatching(/^distinctActivity: remember must be a whole number of at least 1, or Infinity; got /) as string,
      }),
    );
  });
});
