import { describe, expect, it } from "vitest";
import { documentContract, type Json } from "../../src/lib/contract/index.ts";
import { generateFrom } from "../../src/lib/generator/generate.ts";
import { type Outcome, outcomeOf } from "../made.ts";
import { typeErrorsOf } from "../type-errors.ts";

describe("names that cannot stand in code", () => {
  const operation = (operationId: string): object => ({ get: { operationId, responses: { "204": { description: "Done." } } } });
  const outcomeIn = (rules: "foreign" | "none", paths: object, schemas: object = {}): Promise<Outcome> =>
    outcomeOf({ openapi: "3.1.0", info: { title: "Desk", version: "1" }, paths, components: { schemas } }, { rules });
  const thing = { type: "object", properties: { id: { type: "string" } } };

  it("are reported all at once, in the order of their lines", async () => {
    const { findings } = await outcomeIn("none", { "/a": operation("raw"), "/b": operation("then") }, { Filter: thing, Page: thing });
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^the operationId raw /),
      expect.stringMatching(/^the operationId then /),
      expect.stringMatching(/^the schema Filter /),
      expect.stringMatching(/^the schema Page /),
    ]);
  });

  it("are reported if two operations become one method", async () => {
    const { findings } = await outcomeIn("none", { "/a": operation("getThing"), "/b": operation("GetThing") });
    expect(findings.map(({ message }) => message)).toEqual(["the operationId GetThing has the same input type as getThing: GetThingInput. Rename one of them"]);
  });

  it("are replaced in a foreign contract, and a note says so", async () => {
    const paths = { "/a": operation("raw"), "/b": operation("get.thing"), "/c": operation("GetThing") };
    const { files, findings, notes } = await outcomeIn("foreign", paths, { Filter: thing, Record: thing });
    expect(findings).toEqual([]);
    for (const name of ["raw2", "getThing", "getThing2"]) expect(files?.["client.ts"]).toContain(`  ${name}(`);
    expect(notes.map(({ message }) => message)).toEqual([
      "the name raw is taken: give this operation another operationId. Chosen: raw2",
      "the name getThing is taken: give this operation another operationId. Chosen: getThing2",
      expect.stringMatching(/^the schema Filter has the name of a type of every client: .*Chosen: the type FilterSchema$/),
      expect.stringMatching(/^the schema Record .*Chosen: the type RecordSchema$/),
    ]);
    expect(typeErrorsOf(files ?? {})).toEqual([]);
  });
});

describe("names that are unlike those of code", () => {
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
    expect(client).toContain("const result = await ticketDesk.getExport();");
    expect(client).toContain("const result = await ticketDesk.get2Things();");
    expect(client).toContain("const ticketDesk = createTicketDeskClient({ ");
    expect(environment).toContain("export function ticketDeskEnvironment(");
  });

  it("stand with what is deprecated in the documentation of a method and of a parameter", async () => {
    const { "client.ts": client } = (await files) ?? { "client.ts": "" };
    const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*getExport\(input/.exec(client)?.[1];
    expect(comment).toContain("* @deprecated The service may remove it.");
    expect(client).toMatch(/ {2}\/\*\*\n {3}\* Which\.\n {3}\*\n {3}\* @deprecated The service may remove it\.\n {3}\*\/\n {2}readonly old\?: string;/);
    expect(client.match(/@deprecated/g)).toHaveLength(2);
  });

  /** The contract of the test: operations with odd names, one of them deprecated. */
  function parseOf(keys: readonly string[]): Json {
    const thing = { type: "object", properties: { id: { type: "string" } } };
    const responsesWith = (ref: string): object => ({
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
          responses: responsesWith(keys[index - 4] ?? "Thing"),
        },
      },
    ]);
    const schemas = Object.fromEntries(["Thing", ...keys].map((key) => [key, thing]));
    return { openapi: "3.1.0", info: { title: "Desk", version: "0.1.0" }, paths: Object.fromEntries(paths) as Json, components: { schemas } };
  }
});
