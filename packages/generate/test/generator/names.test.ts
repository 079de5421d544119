import { describe, expect, it } from "vitest";
import { documentContract, type Json } from "../../src/lib/contract/index.ts";
import { generateFrom } from "../../src/lib/generator/generate.ts";
import { outcomeOf } from "../made.ts";
import { typeErrorsOf } from "../type-errors.ts";

/** A contract with some schemas and the operations of some names, a schema and an operation a line. */
function textOf(schemas: readonly string[], ids: readonly string[]): string {
  const paths = ids.map(
    (id, index) =>
      `  /${index}: { get: { operationId: ${JSON.stringify(id)}, summary: Reads., security: [], x-retry: safe, responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } } } } }\n`,
  );
  const named = ["Thing", ...schemas].map((name) => `    ${JSON.stringify(name)}: { type: object, properties: { id: { type: string } } }\n`);
  return `openapi: 3.1.0\ninfo: { title: Desk, version: 0.1.0 }\npaths:\n${paths.join("")}components:\n  schemas:\n${named.join("")}`;
}

/** What is refused of a contract in a folder, as `line: problem`. */
async function refusedOf(text: string, service = "desk"): Promise<string[]> {
  return (await outcomeOf(text, { service, rules: "none" })).findings.map(({ line, message }) => `${line}: ${message}`);
}

describe("a name that cannot stand in code is refused at its line:", () => {
  it.each([
    [
      "the schema Filter",
      ["Filter"],
      [],
      /^8: the schema Filter has the name of a type of every client: give it a title that is another name, such as DeskFilter$/,
    ],
    ["the schema ApiError", ["ApiError"], [], /^8: the schema ApiError has the name of a type of every client/],
    ["the schema Page", ["Page"], [], /^8: the schema Page has the name of a type of every client/],
    ["the schema Promise", ["Promise"], [], /^8: the schema Promise has the name of a type of every client/],
    ["the schema of an input", ["GetThingInput"], [], /^8: the schema GetThingInput has the name of the input of getThing/],
    ["the schema of the client", ["DeskClient"], [], /^8: the schema DeskClient has the name of a type of the client/],
    ["two schemas that become one name", ["a-b", "AB"], [], /^\d: the schema a-b, whose type is AB, has the name of the schema AB/],
    ["an operationId that is no name", [], ["get-other"], /^5: the operationId get-other must be a name in JavaScript/],
    ["an operationId that every object has", [], ["constructor"], /^5: the operationId constructor is what a client has already/],
    ["an operationId that makes a promise of a client", [], ["then"], /^5: the operationId then is what a client has already/],
    ["an operationId that is a member of every client", [], ["raw"], /^5: the operationId raw is what a client has already/],
    ["two operationIds with one input", [], ["GetThing"], /^5: the operationId GetThing gives the same input type as getThing/],
  ])("%s", async (_what, schemas, ids, says) => {
    const lines = await refusedOf(textOf(schemas, ["getThing", ...ids]));
    expect(lines).toEqual([expect.stringMatching(says)]);
  });

  it("all of them at once, in the order of their lines", async () => {
    const lines = await refusedOf(textOf(["Filter", "Page"], ["getThing", "raw", "get-a"]));
    expect(lines.map((line) => line.split(":")[0])).toEqual(["5", "6", "10", "11"]);
  });

  it("a method that no client sends", async () => {
    expect(await refusedOf(textOf([], ["getThing"]).replace("{ get:", "{ options:"))).toEqual([
      expect.stringMatching(/^4: OPTIONS \/0 cannot be a method of a client/),
    ]);
  });

  it("a folder that names no variable", async () => {
    expect(await refusedOf(textOf([], ["getThing"]), "export")).toEqual([expect.stringMatching(/^1: the folder of a contract names the service in code/)]);
  });
});

describe("names that are unlike those of code", { timeout: 60_000 }, () => {
  const names = ["order-line", "Order.Total", "paths", "string", "7up", "Größe"];
  const service = "ticket-desk";
  const files = generateFrom(documentContract(service, parseOf(names)));

  it("become types and methods that compile", async () => {
    const generated = await files;
    if (generated === undefined) throw new Error("something was refused");
    for (const name of ["OrderLine", "OrderTotal", "Paths", "String", "_7up", "Größe"])
      expect(generated["client.ts"]).toContain(`export interface ${name} extends `);
    expect(generated["client.ts"]).toContain("export function createTicketDeskClient(");
    expect(typeErrorsOf(generated)).toEqual([]);
  });

  it("are not those of variables in an example", async () => {
    const { "client.ts": client, "environment.ts": environment } = (await files) ?? { "client.ts": "", "environment.ts": "" };
    expect(client).toContain("const answer = await ticketDesk.getExport();");
    expect(client).toContain("const answer = await ticketDesk.get2Things();");
    expect(client).toContain("const ticketDesk = createTicketDeskClient({ ");
    expect(environment).toContain("export function ticketDeskEnvironment(");
  });

  it("stand with what is deprecated in the documentation of a method and of a parameter", async () => {
    const { "client.ts": client } = (await files) ?? { "client.ts": "" };
    const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*getExport\(input/.exec(client)?.[1];
    expect(comment).toContain("* @deprecated The service may take it away.");
    expect(client).toMatch(/ {2}\/\*\*\n {3}\* Which\.\n {3}\*\n {3}\* @deprecated The service may take it away\.\n {3}\*\/\n {2}readonly old\?: string;/);
    expect(client.match(/@deprecated/g)).toHaveLength(2);
  });

  /** The contract of the test: operations with odd names, one of them deprecated. */
  function parseOf(keys: readonly string[]): Json {
    const thing = { type: "object", properties: { id: { type: "string" } } };
    const answer = (ref: string): object => ({
      "200": { description: "It.", content: { "application/json": { schema: { $ref: `#/components/schemas/${ref}` } } } },
    });
    const parameters = [{ name: "old", in: "query", description: "Which.", deprecated: true, schema: { type: "string" } }];
    const ids = ["getExport", "get2Things", "delete", "Tickets_list", ...keys.map((_key, index) => `get${index}`)];
    const paths = ids.map((operationId, index) => [
      `/${index}`,
      {
        get: {
          operationId,
          summary: "Reads.",
          security: [],
          "x-retry": "safe",
          ...(index === 0 ? { parameters, deprecated: true } : {}),
          responses: answer(keys[index - 4] ?? "Thing"),
        },
      },
    ]);
    const schemas = Object.fromEntries(["Thing", ...keys].map((key) => [key, thing]));
    return { openapi: "3.1.0", info: { title: "Desk", version: "0.1.0" }, paths: Object.fromEntries(paths) as Json, components: { schemas } };
  }
});
