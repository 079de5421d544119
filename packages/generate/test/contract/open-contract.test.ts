import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConfig } from "@redocly/openapi-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { documentContract, formatFinding, operationsOf } from "../../src/lib/contract/index.ts";
import { openContract, readContract } from "../../src/lib/read/open-contract.ts";

const config = await createConfig({ rules: { struct: "error", "no-unresolved-refs": "error" } });

/** Writes the files of a contract of the service `desk` and gives the path of the first. */
async function writeContract(files: { readonly [name: string]: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-contract-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "desk"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, "desk", name), text);
  return join(folder, "desk/openapi.yaml");
}

const HEAD = "openapi: 3.1.0\ninfo: { title: Desk, version: 0.1.0 }\n";

const SHARED = `${HEAD}security: [{ key: [] }]
paths:
  /tickets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: lang, in: query, schema: { type: string } }
    get:
      operationId: getTicket
      parameters:
        - { name: lang, in: query, schema: { type: string, maxLength: 2 } }
      responses: { "204": { description: None. } }
    delete:
      operationId: deleteTicket
      security: []
      responses: { "204": { description: Gone. } }
  /people:
    $ref: people.yaml
  /rooms:
    $ref: "#/components/pathItems/Rooms"
components:
  securitySchemes:
    key: { type: http, scheme: bearer }
  pathItems:
    Rooms:
      get:
        operationId: listRooms
        responses: { "204": { description: None. } }
    Signal:
      post:
        operationId: fireSignal
        x-address: href
        responses: { "204": { description: Rung. } }
`;

const PEOPLE = `# The people.
get:
  operationId: listPeople
  parameters:
    - { name: page, in: query, schema: { type: integer } }
  responses: { "204": { description: None. } }
`;

describe("the operations of a contract", () => {
  it("have the parameters of their path and the security of the contract, wherever their path item is", async () => {
    const contract = await readContract(await writeContract({ "openapi.yaml": SHARED, "people.yaml": PEOPLE }), { config });
    const shown = operationsOf(contract).map(({ id, method, path, address, parameters, security }) => ({
      id,
      at: `${method} ${path}`,
      address,
      parameters: parameters.map(({ in: place, name }) => `${String(place)} ${String(name)}`),
      security: security.flatMap((one) => Object.keys(one)),
    }));
    expect(shown).toEqual([
      { id: "getTicket", at: "GET /tickets/{id}", address: undefined, parameters: ["path id", "query lang"], security: ["key"] },
      { id: "deleteTicket", at: "DELETE /tickets/{id}", address: undefined, parameters: ["path id", "query lang"], security: [] },
      { id: "listPeople", at: "GET /people", address: undefined, parameters: ["query page"], security: ["key"] },
      { id: "listRooms", at: "GET /rooms", address: undefined, parameters: [], security: ["key"] },
      { id: "fireSignal", at: "POST ", address: "href", parameters: [], security: ["key"] },
    ]);
    const [ticket] = operationsOf(contract);
    expect(ticket?.parameters[1]?.["schema"]).toEqual({ type: "string", maxLength: 2 });
  });

  it("are the same in the document that is passed on, which says everything in the operation itself", async () => {
    const contract = await readContract(await writeContract({ "openapi.yaml": SHARED.replace("    $ref: people.yaml", "    {}") }), { config });
    const { paths, security, components } = contract.document as { readonly [name: string]: { readonly [name: string]: object } };
    expect([security, Object.keys(paths?.["/tickets/{id}"] ?? {}), Object.keys(components?.["pathItems"] ?? {})]).toEqual([
      undefined,
      ["get", "delete"],
      ["Signal"],
    ]);
    const again = documentContract("desk", structuredClone(contract.document));
    expect(operationsOf(again)).toEqual(operationsOf(contract));
  });
});

describe("a problem of a contract", () => {
  it("has the line and column of its node, in whichever file that is", async () => {
    const file = await writeContract({ "openapi.yaml": SHARED, "people.yaml": PEOPLE });
    const contract = await readContract(file, { config });
    const [ticket, , people] = operationsOf(contract);
    contract.report(people?.parameters[0], "the parameter");
    contract.report(ticket?.parameters[0], "the shared parameter");
    contract.report(people?.definition, "the operation");
    contract.report(people?.definition, "the operation");
    const folder = join(file, "..");
    expect(contract.problems().map((finding) => formatFinding(finding, folder))).toEqual([
      "openapi.yaml:7:9: the shared parameter",
      "people.yaml:2:1: the operation",
      "people.yaml:5:7: the parameter",
    ]);
  });

  it.each([
    ["3.0.3", "openapi: 3.0.3", 'OpenAPI 3.1 or 3.2, whose schemas are JSON Schema; got 3.0.3. Convert it, and write "openapi: 3.1.0"'],
    ["4.0.0", "openapi: 4.0.0", "got 4.0.0"],
    ["2.0", 'swagger: "2.0"', "got no version"],
  ])("is a version other than 3.1 and 3.2: %s", async (_version, line, says) => {
    const { findings, contract } = await openContract(await writeContract({ "openapi.yaml": SHARED.replace("openapi: 3.1.0", line) }), { config });
    expect([contract, findings]).toEqual([undefined, [expect.objectContaining({ line: 1, message: expect.stringContaining(says) })]]);
  });

  it("is a reference that refers to itself, with the place of each", async () => {
    const schemas = '  schemas:\n    One: { $ref: "#/components/schemas/Two" }\n    Two: { $ref: "#/components/schemas/One" }\n';
    const file = await writeContract({ "openapi.yaml": `${SHARED.replace("    $ref: people.yaml", "    {}")}${schemas}` });
    const { findings, contract } = await openContract(file, { config });
    expect(contract).toBeUndefined();
    expect(findings.length).toBeGreaterThan(0);
    for (const { line, message } of findings) expect([line, message]).toEqual([expect.any(Number), expect.not.stringContaining("at Object.")]);
  });

  it.each([
    ["nothing", ""],
    ["a list", "- a\n- b\n"],
    ["a tab", "openapi:\t3.1.0\npaths:\n\t- x"],
    ["no paths", HEAD],
    ["paths that are a list", `${HEAD}paths: [a]\n`],
    ["an operation that is text", `${HEAD}paths: { /a: { get: text } }\n`],
    ["parameters that are an object", `${HEAD}paths: { /a: { parameters: { name: a }, get: { operationId: getA, parameters: 5, responses: [] } } }\n`],
    ["a path item that refers to itself", `${HEAD}paths: { /a: { $ref: "#/paths/~1a" } }\n`],
    ["security that is an object", `${HEAD}security: { key: [] }\npaths: { /a: { get: { operationId: getA, responses: {} } } }\n`],
  ])("has a place, and is never a crash, for %s", async (_what, text) => {
    const { findings, contract } = await openContract(await writeContract({ "openapi.yaml": text }), { config });
    if (contract === undefined) expect(findings).not.toEqual([]);
    else expect(operationsOf(contract)).toEqual(expect.any(Array));
    for (const finding of findings) expect(finding).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  });
});
