import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keywrightGenerate, type Outcome, projectForTest } from "./support.ts";

const CONTRACT = `openapi: 3.0.3
info: { title: Parcels, version: "1" }
paths:
  /parcels: &parcels
    get:
      operationId: listParcels
      tags: [parcels]
      parameters: [{ name: offset, in: query, schema: { type: integer } }]
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { type: string, nullable: true } } } } } }
  /letters: *parcels
  /stamps: { post: { operationId: sendStamp, tags: [stamps], responses: { "204": { description: Sent. } } } }
  /broken: { get: { operationId: getBroken, parameters: [{ name: a, in: query }], responses: { "204": { description: No schema. } } } }
`;

/** Runs the command with files next to the contract. Returns what it printed, and `operations.ts`. */
async function generated(
  words: readonly string[],
  files: { readonly [name: string]: string } = {},
): Promise<Outcome & { readonly text: string; readonly folder: string }> {
  const folder = await projectForTest();
  for (const [name, text] of Object.entries({ "openapi.yaml": CONTRACT, ...files })) await writeFile(join(folder, name), text);
  const placed = words.map((word) => (word in files ? join(folder, word) : word));
  const outcome = await keywrightGenerate(join(folder, "openapi.yaml"), "--out", join(folder, "client"), ...placed);
  const text = await readFile(join(folder, "client/operations.ts"), "utf8").catch(() => "");
  return { ...outcome, text, folder };
}

function methodsIn(text: string): readonly string[] {
  return [...text.matchAll(/method: "(\w+)",\s+path: "([^"]+)"/g)].map(([, method, path]) => `${method} ${path}`);
}

const overlay = (actions: string): string => `overlay: 1.0.0\ninfo: { title: Changes, version: "1" }\nactions:\n${actions}`;

describe("a user of a contract chooses", () => {
  it.each([
    [["--include", "stamps"], ["POST /stamps"]],
    [
      ["--include", "/let*", "--include", "sendStamp"],
      ["GET /letters", "POST /stamps"],
    ],
    [
      ["--exclude", "getBroken", "--exclude", "/letters"],
      ["GET /parcels", "POST /stamps"],
    ],
    [["--include", "parcels", "--exclude", "/letters"], ["GET /parcels"]],
  ])("operations, so that others are not read: %s", async (words, expected) => {
    const { exitCode, text } = await generated(words);
    expect([exitCode, methodsIn(text)]).toEqual([0, expected]);
  });

  it("no operation by a name that none has", async () => {
    const { exitCode, errors } = await generated(["--exclude", "getBroken", "--include", "stamp"]);
    expect([exitCode, errors.join()]).toEqual([1, expect.stringContaining("no operation has the operationId, tag or path stamp: correct it")]);
  });

  it("by an overlay what the contract does not say, and what is to be left out", async () => {
    const actions = `  - target: $.paths['/parcels'].get
    update: { operationId: allParcels, x-retry: never }
  - { target: "$.paths['/broken']", remove: true }
`;
    const { exitCode, text, errors } = await generated(["--overlay", "fixes.yaml"], { "fixes.yaml": overlay(actions) });
    expect([exitCode, [...text.matchAll(/id: "(\w+)"/g)].map(([, id]) => id)]).toEqual([0, ["allParcels", "listParcels", "sendStamp"]]);
    expect(text).toMatch(/id: "allParcels"[\s\S]*retry: "never"[\s\S]*id: "listParcels"[\s\S]*retry: "safe"/);
    expect(errors.join()).not.toContain("error");
  });

  it("no schema that only other operations use, except what extends a used one", async () => {
    const contract = `openapi: 3.1.0
info: { title: Zoo, version: "1" }
paths:
  /pets: { get: { operationId: getPet, responses: { "200": { $ref: "#/components/responses/Pet" } } } }
  /cars: { get: { operationId: getCar, responses: { "200": { description: One., content: { application/json: { schema: { $ref: "#/components/schemas/Car" } } } } } } }
components:
  responses:
    Pet: { description: One., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
    Other: { description: One., content: { application/json: { schema: { $ref: "#/components/schemas/Car" } } } }
  schemas:
    Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { toy: { $ref: "#/components/schemas/Toy" } } }] }
    Toy: { type: object, properties: { name: { type: string } } }
    Car: { type: object, properties: { wheels: { type: array, items: { $ref: "#/components/schemas/Wheel" } } } }
    Wheel: { type: object, properties: { size: { type: integer } } }
`;
    const { folder, exitCode } = await generated(["--include", "getPet"], { "openapi.yaml": contract });
    const document: unknown = JSON.parse(await readFile(join(folder, "client/openapi.json"), "utf8"));
    expect([exitCode, document]).toEqual([
      0,
      expect.objectContaining({
        components: { responses: { Pet: expect.anything() }, schemas: { Pet: expect.anything(), Cat: expect.anything(), Toy: expect.anything() } },
      }),
    ]);
  });

  it("the beginning of the variables with the client's options", async () => {
    const { exitCode, errors, folder } = await generated(["--include", "stamps", "--env-prefix", "ACME"]);
    const text = await readFile(join(folder, "client/environment.ts"), "utf8");
    expect([exitCode, text.match(/prefix: "\w+"/)?.[0], errors]).toEqual([0, 'prefix: "ACME"', []]);
    const { exitCode: rejected, errors: told } = await generated(["--env-prefix", "acme-"]);
    expect([rejected, told.join()]).toEqual([
      2,
      expect.stringContaining('--env-prefix must consist of letters, digits and underscores, such as ACME; got "acme-".'),
    ]);
  });

  it("by an overlay, and reads which of its actions select nothing", async () => {
    const actions = `  - { target: "$.paths['/missing']", remove: true }
  - { target: "$.info", update: { x-added: { a: 1 } } }
  - { target: "$.info['x-added']", update: { b: 2 } }
  - { target: "$.paths['/broken'].get", update: {} }
  - { target: "$.paths['/broken']", remove: true }
  - { target: "$.paths['/broken'].get", update: {} }
`;
    const { exitCode, errors } = await generated(["--overlay", "fixes.yaml"], { "fixes.yaml": overlay(actions) });
    const message = (index: number, target: string): string =>
      `actions[${index}] selects nothing, so it changes nothing: the contract has no ${target}; correct its target, or remove it`;
    expect([exitCode, errors.join("\n").match(/fixes\.yaml:\d+:\d+: .*$/gm)]).toEqual([
      0,
      [
        expect.stringContaining(`fixes.yaml:4:15: ${message(0, "$.paths['/missing']")}`),
        expect.stringContaining(`fixes.yaml:9:15: ${message(5, "$.paths['/broken'].get")}`),
      ],
    ]);
  });

  it("still gets the line of the contract for what is wrong", async () => {
    const { exitCode, errors } = await generated(["--overlay", "fixes.yaml"], { "fixes.yaml": overlay('  - { target: "$.info", update: { title: Post } }\n') });
    expect([exitCode, errors.join()]).toEqual([1, expect.stringContaining("openapi.yaml:12:")]);
  });

  it.each([
    ["is not one", "actions: []\n", "fixes.yaml is not an Overlay 1.0, 1.1, or 1.2 document."],
    ["has no path", overlay("  - { target: 'paths', update: {} }\n"), "fixes.yaml:4:"],
  ])("no overlay that %s", async (_what, text, told) => {
    const { exitCode, errors } = await generated(["--overlay", "fixes.yaml"], { "fixes.yaml": text });
    expect([exitCode, errors.join()]).toEqual([1, expect.stringContaining(told)]);
  });
});
