import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { make } from "../made.ts";
import { responseWith, contractOf, operation } from "./thing-contract.ts";

const schemas = {
  Missing: { type: "object", description: "Nothing there.", required: ["what"], properties: { what: { type: "string", description: "What is missing." } } },
  Failure: { type: "object", description: "Any failure.", required: ["fault"], properties: { fault: { type: "object", description: "What is wrong." } } },
};
const body = (name: string, value: object): object =>
  responseWith({ "application/json": { schema: { $ref: `#/components/schemas/${name}` }, examples: { one: { value } } } });
const contract = {
  schemas,
  "x-error": { message: "/fault/text", code: "/fault/kind", traceId: "/meta/request", fields: { list: "/fault/causes", field: "/at", message: "/why" } },
  paths: {
    "/thing": {
      get: operation("getThing", { "204": { description: "Done." }, "404": body("Missing", { what: "thing" }), default: body("Failure", { fault: {} }) }),
    },
  },
};
const made = await make(contractOf(contract));
const errorOf = (response: Response): Promise<unknown> =>
  (made.client({ retry: false }, recordingFetch(response)).client["getThing"] as () => Promise<unknown>)().then(
    () => undefined,
    (error: unknown) => error,
  );

describe("problem details with a list of errors (RFC 9457)", () => {
  it("have the messages by pointer", async () => {
    const text = (description: string): object => ({ type: "string", description });
    const entry = { type: "object", description: "One error.", properties: { pointer: text("Where."), detail: text("Why.") } };
    const Problem = {
      type: "object",
      description: "A problem.",
      properties: { title: text("What."), errors: { type: "array", description: "All.", items: entry } },
    };
    const problem = responseWith({
      "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" }, examples: { one: { value: { title: "Invalid" } } } },
    });
    const { client } = await make(
      contractOf({ schemas: { Problem }, paths: { "/thing": { get: operation("getThing", { "204": { description: "Done." }, "422": problem }) } } }),
    );
    const errors = [{ detail: "must be positive", pointer: "#/age" }, { detail: "must be whole", pointer: "#/age" }, { detail: "no pointer" }, null];
    const response = jsonResponse(422, { title: "Invalid", errors, traceId: "t" }, { "content-type": "application/problem+json" });
    await expect(client({}, recordingFetch(response)).client["getThing"]?.()).rejects.toMatchObject({
      message: "getThing failed with status 422: Invalid",
      traceId: "t",
      fieldErrors: { "#/age": ["must be positive", "must be whole"] },
    });
  });
});

describe("the errors of a contract", () => {
  it("say what the contract's places have", async () => {
    const failure = {
      fault: { text: "No such day", kind: "day.unknown", causes: [{ at: "day", why: "is no day" }, { at: "day", why: "is late" }, { at: 7 }] },
      meta: { request: "r1" },
    };
    expect(await errorOf(jsonResponse(422, failure))).toMatchObject({
      message: "getThing failed with status 422: No such day",
      serviceCode: "day.unknown",
      traceId: "r1",
      fieldErrors: { day: ["is no day", "is late"] },
    });
  });

  it("are typed by operation and status", async () => {
    const isThingError = made.module["isThingError"] as (error: unknown, id: string, status: number | string) => boolean;
    const missing = await errorOf(jsonResponse(404, { what: "thing" }));
    expect([isThingError(missing, "getThing", 404), isThingError(missing, "getThing", "default"), isThingError(missing, "getThing", "4XX")]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isThingError(missing, "getThing", 403), isThingError(missing, "getOther", 404), isThingError(missing, "getThing", "5XX")]).toEqual([
      false,
      false,
      false,
    ]);
    expect(isThingError(await errorOf(new Response("<html>", { status: 404 })), "getThing", 404)).toBe(false);
  });

  it("have the type of their status", () => {
    const program = `
import { createThingClient, isThingError, type Failure, type Missing } from "./index.ts";
const client = createThingClient({ baseUrl: "https://thing.example.com" });
try { await client.getThing(); } catch (error) {
  if (isThingError(error, "getThing", 404)) { const body: Missing = error.body; void [body, error.serviceCode]; }
  else if (isThingError(error, "getThing", "default")) {
    const body: Failure | Missing = error.body;
    // @ts-expect-error The default may be a 404, too.
    const failure: Failure = error.body;
    void [body, failure];
  }
  // @ts-expect-error The contract has no such status.
  isThingError(error, "getThing", 409);
}
`;
    expect(made.typeErrors(program)).toEqual([]);
  });
});
