import { recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { make } from "../made.ts";
import { responseWith, contractOf, operation } from "./thing-contract.ts";

const schemas = {
  Thing: { type: "object", description: "A thing.", required: ["id"], properties: { id: { type: "string", description: "Its id." } } },
  ThingEvent: {
    type: "object",
    description: "An event.",
    required: ["data"],
    properties: {
      event: { type: "string", const: "thing", description: "Its name." },
      data: { type: "string", contentMediaType: "application/json", contentSchema: { $ref: "#/components/schemas/Thing" }, description: "The thing." },
    },
  },
};
const things = { $ref: "#/components/schemas/Thing" };
const streamed = (mediaType: string, media: object): object => operation("unset", { "200": responseWith({ [mediaType]: { example: "one", ...media } }) });
const contract = {
  openapi: "3.2.0",
  schemas,
  paths: Object.fromEntries(
    Object.entries({
      listLines: streamed("application/x-ndjson", { itemSchema: things }),
      listJsonl: streamed("application/jsonl", { schema: things, example: { id: "a" } }),
      listSequence: streamed("application/json-seq", { itemSchema: things }),
      listData: streamed("text/event-stream", { schema: things, example: { id: "a" } }),
      listEvents: streamed("text/event-stream", { itemSchema: { $ref: "#/components/schemas/ThingEvent" } }),
      listTexts: streamed("text/event-stream", { schema: { type: "string" } }),
    }).map(([operationId, value]) => [`/${operationId}`, { get: { ...value, operationId } }]),
  ),
};

const made = await make(contractOf(contract));
const typeOf: { readonly [id: string]: string } = { listLines: "application/x-ndjson", listJsonl: "application/jsonl", listSequence: "application/json-seq" };

async function itemsOf(id: string, text: string): Promise<unknown[]> {
  const response = new Response(text, { headers: { "content-type": typeOf[id] ?? "text/event-stream; charset=utf-8" } });
  const items: unknown[] = [];
  const stream = (await made.client({ retry: false }, recordingFetch(response)).client[id]?.()) as AsyncIterable<unknown>;
  for await (const item of stream) items.push(item);
  return items;
}

describe("a response that is a stream", () => {
  it("returns the values of each line", async () => {
    for (const id of ["listLines", "listJsonl"]) expect(await itemsOf(id, '{"id":"a"}\r\n\n{"id":"b"}')).toEqual([{ id: "a" }, { id: "b" }]);
  });

  it("returns the values of a sequence", async () => {
    expect(await itemsOf("listSequence", '\u001e{"id":"a"}\n\u001e{\n  "id": "b"\n}\n')).toEqual([{ id: "a" }, { id: "b" }]);
  });

  it("returns events with their data as JSON or as text, as the contract says", async () => {
    const text = 'event: thing\nid: 1\ndata: {"id":\ndata: "a"}\n\n: note\ndata:{"id":"b"}\n\n';
    const events = [
      { event: "thing", data: { id: "a" }, id: "1" },
      { event: "message", data: { id: "b" }, id: "1" },
    ];
    for (const id of ["listData", "listEvents"]) expect(await itemsOf(id, text)).toEqual(events);
    expect(await itemsOf("listTexts", "data: a\ndata: b\n\n")).toEqual([{ event: "message", data: "a\nb", id: undefined }]);
  });

  it("is an error with another media type, such as a page of a proxy", async () => {
    for (const id of ["listTexts", "listLines", "listJsonl", "listSequence"]) {
      const page = new Response("<html>", { headers: { "content-type": "text/html; charset=utf-8" } });
      await expect(made.client({}, recordingFetch(page)).client[id]?.(), id).rejects.toMatchObject({ code: "unexpected-content" });
    }
  });

  it("is typed by its items", () => {
    const program = `
import { createThingClient, type ServerSentEvent, type Thing } from "./index.ts";
const client = createThingClient({ baseUrl: "https://thing.example.com" });
for await (const thing of await client.listLines()) { const id: string = thing.id; void id; }
const events: AsyncIterable<ServerSentEvent<Thing>> = await client.listEvents();
const data: AsyncIterable<ServerSentEvent<Thing>> = await client.listData();
const texts: AsyncIterable<ServerSentEvent<string>> = await client.listTexts();
// @ts-expect-error The data is a thing.
const wrong: AsyncIterable<ServerSentEvent<number>> = events;
void [data, texts, wrong];
`;
    expect(made.typeErrors(program)).toEqual([]);
  });
});
