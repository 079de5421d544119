import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { make } from "../made.ts";
import { responseWith, contractOf, operation } from "./thing-contract.ts";

const schemas = {
  Thing: { type: "object", description: "A thing.", required: ["id"], properties: { id: { type: "string", description: "Its id." } } },
  Job: { type: "object", description: "A job.", required: ["job"], properties: { job: { type: "string", description: "Its id." } } },
};
const thing = (mediaType = "application/json"): object => ({
  [mediaType]: { schema: { $ref: "#/components/schemas/Thing" }, examples: { one: { value: { id: "a" } } } },
});
const job = { "application/json": { schema: { $ref: "#/components/schemas/Job" }, examples: { one: { value: { job: "j" } } } } };
const csv = { "text/csv": { schema: { type: "string" }, example: "id\na" } };
const pdf = { "application/pdf": { schema: { type: "string", format: "binary" } } };

const contract = {
  schemas,
  paths: {
    "/either": { get: operation("getEither", { "200": responseWith(thing()), "202": responseWith(job), "204": { description: "Nothing." } }) },
    "/report": { get: operation("getReport", { "200": responseWith({ ...thing(), ...csv, ...pdf }) }) },
    "/range": { get: operation("getRange", { "2XX": responseWith(thing()) }) },
    "/default": { get: operation("getDefault", { default: responseWith(thing()) }) },
    "/spelled": { get: operation("getSpelled", { "200": responseWith(thing("Application/JSON; charset=utf-8")) }) },
    "/login": {
      get: operation("getLogin", {
        "302": { description: "Where to go.", headers: { Location: { description: "The address.", schema: { type: "string" }, example: "/next" } } },
      }),
    },
    "/counted": {
      get: operation("getCounted", {
        "200": responseWith(thing(), {
          headers: {
            "X-Total": { description: "All.", schema: { type: "integer" }, example: 3 },
            "X-Last": { description: "The end.", schema: { type: "boolean" }, example: true },
            ETag: { description: "The version.", schema: { type: "string" }, example: '"1"' },
          },
        }),
      }),
    },
    "/there": { head: operation("headThere", { "200": responseWith(thing()) }) },
    "/bytes": {
      get: operation("getBytes", { "200": responseWith(pdf), "206": responseWith(pdf) }),
    },
  },
};

const made = await make(contractOf(contract));
const call = (id: string, response: Response): Promise<unknown> => {
  const method = made.client({ retry: false }, recordingFetch(response)).client[id];
  return method === undefined ? Promise.reject(new Error(`there is no ${id}`)) : method();
};

describe("a HEAD", () => {
  it("returns nothing, whatever body its headers describe", async () => {
    const described = new Response(null, { headers: { "content-type": "text/html", "content-length": "40" } });
    expect(await call("headThere", described)).toBeUndefined();
  });

  it("throws for a failure", async () => {
    await expect(call("headThere", new Response(null, { status: 404 }))).rejects.toMatchObject({ status: 404 });
  });
});

describe("an operation with several successful statuses", () => {
  it("returns status, media type and body of the one that came", async () => {
    expect(await call("getEither", jsonResponse(200, { id: "a" }))).toEqual({ status: 200, mediaType: "application/json", body: { id: "a" } });
    expect(await call("getEither", jsonResponse(202, { job: "j" }))).toEqual({ status: 202, mediaType: "application/json", body: { job: "j" } });
    expect(await call("getEither", new Response(null, { status: 204 }))).toEqual({ status: 204, mediaType: undefined, body: undefined });
  });

  it("throws for a success that the contract does not have", async () => {
    await expect(call("getEither", jsonResponse(201, { id: "a" }))).rejects.toMatchObject({
      code: "unexpected-content",
      message: expect.stringContaining("is not a response of the contract: 200 application/json, 202 application/json, 204") as string,
    });
  });

  it("frees the connection of such a success", async () => {
    let closed = false;
    const body = new ReadableStream({ cancel: () => void (closed = true) });
    await expect(call("getEither", new Response(body, { status: 201 }))).rejects.toMatchObject({ code: "unexpected-content" });
    expect(closed).toBe(true);
  });

  it("throws an ApiError for a failure, as any other", async () => {
    await expect(call("getEither", jsonResponse(400, { detail: "No." }))).rejects.toMatchObject({ code: "api-error", status: 400 });
  });
});

describe("an operation with several media types", () => {
  it("asks for all of them, and returns the one that came", async () => {
    const fetch = recordingFetch(jsonResponse(200, { id: "a" }), new Response("id\na", { headers: { "content-type": "Text/CSV; charset=utf-8" } }));
    const client = made.client({}, fetch).client;
    expect(await client["getReport"]?.()).toEqual({ status: 200, mediaType: "application/json", body: { id: "a" } });
    expect(await client["getReport"]?.()).toEqual({ status: 200, mediaType: "text/csv", body: "id\na" });
    expect(fetch.requests[0]?.headers).toMatchObject({ accept: "application/json, text/csv, application/pdf", "accept-encoding": "identity" });
  });

  it("returns bytes unread", async () => {
    const came = (await call("getReport", new Response("%PDF", { headers: { "content-type": "application/pdf", "content-length": "4" } }))) as {
      readonly mediaType: string;
      readonly body: { bytes(): Promise<Uint8Array> };
    };
    expect([came.mediaType, new TextDecoder().decode(await came.body.bytes())]).toEqual(["application/pdf", "%PDF"]);
  });

  it("throws for another media type", async () => {
    const page = new Response("<html>", { headers: { "content-type": "text/html" } });
    await expect(call("getReport", page)).rejects.toMatchObject({ code: "unexpected-content" });
  });
});

describe("an operation with one success", () => {
  it("returns the plain value for a range, for default and for JSON in any spelling", async () => {
    for (const id of ["getRange", "getDefault", "getSpelled"]) expect(await call(id, jsonResponse(203, { id: "a" }))).toEqual({ id: "a" });
  });

  it("returns the whole address of a redirect that is the result, and does not follow it", async () => {
    const fetch = recordingFetch(new Response("<html>", { status: 302, headers: { location: "/next?a=1", "content-type": "text/html" } }));
    expect(await made.client({}, fetch).client["getLogin"]?.()).toBe("https://thing.example.com/next?a=1");
    expect(fetch.requests.length).toBe(1);
    await expect(call("getLogin", new Response(null, { status: 302 }))).rejects.toMatchObject({ code: "malformed-response" });
    await expect(call("getRange", new Response(null, { status: 302, headers: { location: "/x" } }))).rejects.toMatchObject({ code: "redirect-refused" });
  });

  it("distinguishes a part of the bytes from all of them", async () => {
    const part = new Response("DF", { status: 206, headers: { "content-type": "application/pdf", "content-range": "bytes 2-3/4", "content-length": "2" } });
    expect(await call("getBytes", part)).toMatchObject({ status: 206, mediaType: "application/pdf", body: { sizeBytes: 2 } });
  });
});

describe("documented headers", () => {
  it("are values of their types in raw; one that has none of its type is left out", async () => {
    const fetch = recordingFetch(
      jsonResponse(200, { id: "a" }, { "x-total": "3", "x-last": "false", etag: '"7"' }),
      jsonResponse(200, { id: "a" }, { "x-total": "many" }),
    );
    const { raw } = made.client({}, fetch).client;
    expect(await raw["getCounted"]?.()).toMatchObject({ body: { id: "a" }, headerValues: { "x-total": 3, "x-last": false, etag: '"7"' } });
    expect(await raw["getCounted"]?.()).toMatchObject({ headerValues: {} });
  });
});

describe("the types", () => {
  it("narrow by status and media type, and name the headers", () => {
    const program = `
import { createThingClient, type Thing, type Job, type BinaryContent } from "./index.ts";
const client = createThingClient({ baseUrl: "https://thing.example.com" });
const either = await client.getEither();
if (either.status === 200) { const thing: Thing = either.body; void thing; }
else if (either.status === 202) { const job: Job = either.body; void job; }
else { const none: undefined = either.body; void none; }
const report = await client.getReport();
if (report.mediaType === "text/csv") { const text: string = report.body; void text; }
if (report.mediaType === "application/pdf") { const bytes: BinaryContent = report.body; void bytes; }
const { headerValues } = await client.raw.getCounted();
const total: number | undefined = headerValues["x-total"];
const last: boolean | undefined = headerValues["x-last"];
const login: string = await client.getLogin();
const range: Thing = await client.getRange();
// @ts-expect-error The body is a thing or a job.
const wrong: Thing = either.body;
void [total, last, login, range, wrong];
`;
    expect(made.typeErrors(program)).toEqual([]);
  });
});
