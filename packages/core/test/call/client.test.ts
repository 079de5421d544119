import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createClient, type OperationTable } from "../../src/client.ts";
import type { CallOptions, HttpResponse, Paginator } from "../../src/index.ts";
import { baseUrl, caught, contractParts, createThing, deleteThing, getContent, getText, getThing, listThings, rawOf } from "../support.ts";

const table = { getThing, createThing, deleteThing, getText, listThings } as const satisfies OperationTable;

interface Methods {
  getThing(input: { readonly thingId: string }, call?: CallOptions): Promise<unknown>;
  createThing(input: { readonly body: object }, call?: CallOptions): Promise<unknown>;
  deleteThing(input: { readonly thingId: string }, call?: CallOptions): Promise<void>;
  getText(call?: CallOptions): Promise<string>;
  listThings(input?: { readonly after?: string }, call?: CallOptions): Paginator<unknown, string>;
}

interface RawMethods {
  getThing(input: { readonly thingId: string }, call?: CallOptions): Promise<HttpResponse<unknown>>;
  createThing(input: { readonly body: object }, call?: CallOptions): Promise<HttpResponse<unknown>>;
  deleteThing(input: { readonly thingId: string }, call?: CallOptions): Promise<HttpResponse<void>>;
  getText(call?: CallOptions): Promise<HttpResponse<string>>;
  listThings(input?: { readonly after?: string }, call?: CallOptions): Promise<HttpResponse<unknown>>;
}

const clientOn = (fetch: (url: string, init: RequestInit) => Promise<Response>) =>
  createClient<Methods, RawMethods>({ operations: table, ...contractParts }, { baseUrl, token: "token-1", fetch });

describe("a client", () => {
  it("has a method for each operation of its table, and the same under raw", () => {
    const client = clientOn(recordingFetch());
    expect(Object.keys(client)).toEqual([...Object.keys(table), "raw"]);
    expect(Object.keys(client.raw)).toEqual(Object.keys(table));
  });

  it("has the name of the operation on each method, and in the stacks of errors", async () => {
    const client = clientOn(recordingFetch(jsonResponse(404, {})));
    for (const methods of [client, client.raw]) for (const id of Object.keys(table) as (keyof typeof table)[]) expect(methods[id].name).toBe(id);
    const frames = async (work: Promise<unknown>): Promise<string[]> =>
      String(((await caught(work)) as Error).stack)
        .split("\n    at ")
        .slice(1);
    const refused = await frames(client.getThing({ thingId: 5 } as never));
    expect(refused.some((frame) => /\bgetThing /.test(frame))).toBe(true);
    const answered = await frames(client.getThing({ thingId: "a" }));
    expect(answered.some((frame) => /\bgetThing /.test(frame))).toBe(true);
    expect([...refused, ...answered].join()).not.toMatch(/\bcall /);
  });

  it("sends nothing before a method is called, nor a list before it is read", async () => {
    const fetch = recordingFetch();
    clientOn(fetch).listThings();
    clientOn(fetch).listThings().pages();
    expect(fetch.requests).toEqual([]);
  });

  it("returns the body of a success", async () => {
    const client = clientOn(
      recordingFetch(jsonResponse(200, { a: 1 }), jsonResponse(200, { b: 2 }), new Response(null, { status: 204 }), new Response("text")),
    );
    expect([
      await client.getThing({ thingId: "a" }),
      await client.createThing({ body: {} }),
      await client.deleteThing({ thingId: "a" }),
      await client.getText(),
    ]).toEqual([{ a: 1 }, { b: 2 }, undefined, "text"]);
  });

  it("rejects, and never throws, for an input or options that are wrong", async () => {
    const client = clientOn(recordingFetch());
    for (const work of [
      client.getThing({} as never),
      client.getThing({ thingId: "a" }, null as never),
      client.raw.getThing(5 as never),
      client.raw.listThings("a" as never),
    ]) {
      expect(work).toBeInstanceOf(Promise);
      await expect(work).rejects.toMatchObject({ name: expect.stringMatching(/^(Argument|Configuration)Error$/) });
    }
    expect(() => client.listThings({ other: 1 } as never).pages()).not.toThrow();
  });

  it("has methods that work apart from it", async () => {
    const {
      getThing: get,
      raw: { getText: text },
    } = clientOn(recordingFetch(jsonResponse(200, { a: 1 }), new Response("text")));
    expect(await get({ thingId: "a" })).toEqual({ a: 1 });
    expect((await text()).body).toBe("text");
  });

  it("may be spread into another object", async () => {
    const client = { ...clientOn(recordingFetch(jsonResponse(200, { a: 1 }))), extra: true };
    expect(await client.getThing({ thingId: "a" })).toEqual({ a: 1 });
  });

  it("does not change its input, options or headers", async () => {
    const input = Object.freeze({ thingId: "a", names: Object.freeze(["b"]) });
    const headers = Object.freeze({ "X-A": "b" });
    const options = Object.freeze({ headers, retry: Object.freeze({ statuses: Object.freeze([404]) }) });
    const fetch = recordingFetch(jsonResponse(200, {}));
    const { getThing: get } = createClient<Pick<Methods, "getThing">, RawMethods>(
      { operations: { getThing }, ...contractParts },
      Object.freeze({ baseUrl, token: "token-1", fetch, ...options }),
    );
    await get(input, options);
    expect([input, headers]).toEqual([{ thingId: "a", names: ["b"] }, { "X-A": "b" }]);
  });

  it("keeps calls that go on at once apart", async () => {
    const fetch = async (url: string): Promise<Response> => {
      const id = url.split("/").at(-1);
      await new Promise<void>((resolve) => void setTimeout(resolve, id === "a" ? 5 : 0));
      return jsonResponse(200, { id });
    };
    const { getThing: get } = clientOn(fetch);
    expect(await Promise.all(["a", "b", "c"].map((thingId) => get({ thingId })))).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
  });
});

describe("createClient", () => {
  it("does not compile without a row for each method", () => {
    const create = () =>
      createClient<Methods, RawMethods>(
        {
          // @ts-expect-error the row of getThing is missing
          operations: {},
        },
        { baseUrl },
      );
    expectTypeOf(create).returns.toHaveProperty("raw");
  });
});

describe("raw", () => {
  it("returns status and headers with the same body", async () => {
    const { status, headers, body } = await clientOn(recordingFetch(jsonResponse(201, { a: 1 }, { "x-request-id": "r-1" }))).raw.createThing({ body: {} });
    expect([status, headers.get("x-request-id"), body]).toEqual([201, "r-1", { a: 1 }]);
  });

  it("throws for an error response as the method does", async () => {
    await expect(clientOn(recordingFetch(jsonResponse(404, { detail: "gone" }))).raw.getThing({ thingId: "a" })).rejects.toMatchObject({
      name: "ApiError",
      status: 404,
      body: { detail: "gone" },
    });
  });

  it("returns one page of a list as it was sent, and follows nothing", async () => {
    const page = { results: [1], next: `${baseUrl}/v1/things?after=b` };
    const fetch = recordingFetch(jsonResponse(200, page));
    expect((await clientOn(fetch).raw.listThings({ after: "a" })).body).toEqual(page);
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/v1/things?after=a`]);
  });

  it("returns unread bytes, with what the headers say", async () => {
    const content = await rawOf(getContent, { fetch: recordingFetch(new Response("abc", { headers: { "content-disposition": "attachment" } })) })({
      thingId: "a",
    });
    expect(content.headers.get("content-disposition")).toBe("attachment");
    expect(new TextDecoder().decode(await (content.body as { bytes(): Promise<Uint8Array> }).bytes())).toBe("abc");
  });
});
