import { resolve } from "node:path";
import { loadConfig } from "@redocly/openapi-core";
import { expect, it, onTestFinished } from "vitest";
import { openContract } from "../../src/lib/read/open-contract.ts";
import { generate } from "../../src/lib/generator/generate.ts";
import { writeMini } from "./mini-contract.ts";
import { copySpecs } from "../specs-copy.ts";

const config = await loadConfig({ configPath: resolve(import.meta.dirname, "../../../../specs/redocly.yaml") });

const ROOT = `x-ecs:
  ecs.version: 9.5.0-dev
x-ocsf:
  classes:
    entity_management:
      class_uid: 3004
      class_name: Entity Management
      category_uid: 3
      category_name: Identity & Access Management
      activities: { Create: 1 }
  metadata.version: 1.9.0-dev
`;

/** The mini contract with a mapping of its things. Tests break it in one place. */
const MAPPED = [
  ["servers:\n", `${ROOT}servers:\n`],
  ["    Thing:\n      type: object\n", "    Thing:\n      type: object\n      x-ocsf: { class: entity_management, activity: Create }\n"],
  ["id: { type: string, description: Its id. }", 'id: { type: string, description: Its id., x-ecs: event.id, x-ocsf: ["metadata.uid", { status_id: 1 }] }'],
  [
    "    Colour:\n",
    `    Colour:
      x-ecs:
        event.type[]:
          red: start
          blue: end
          "*": info
      x-ocsf: { "entity_management:entity.type": "*" }
`,
  ],
] as const;

const broken = [
  [
    "a value of the contract without a mapping",
    "          blue: end\n",
    "",
    "enum: [red, blue]",
    /x-ecs must map each value of the enumeration; got none for blue/,
  ],
  ["a value that the enumeration does not have", "blue: end", "blue: end\n          green: end", "green: end", /does not have; got green/],
  ["a mapping without general values", '          "*": info\n', "", "enum: [red, blue]", /got none for red/],
  ["a path with spaces", "x-ecs: event.id", "x-ecs: event id", "x-ecs: event id", /must be properties with dots between.*got "event id"/],
  ["a path that is a number", "x-ecs: event.id", "x-ecs: [7]", "x-ecs: [7]", /got 7/],
  ["a path that is an object", "x-ecs: event.id", "x-ecs: { event.id: 1 }", "x-ecs: { event.id: 1 }", /x-ecs of a property must be a path, or a list/],
  ["a class in ECS", "x-ecs: event.id", '"x-ecs": "entity_management:id"', '"x-ecs": "entity', /may begin with no class; got entity_management/],
  ["a class that the contract does not have", '"entity_management:entity.type"', '"user_management:user.type"', "user_management", /got user_management/],
  [
    "an event of a class that the contract does not have",
    "{ class: entity_management,",
    "{ class: entity,",
    "{ class: entity,",
    /class must be a class .* got "entity"/,
  ],
  [
    "an event without a class",
    "{ class: entity_management, activity: Create }",
    "{ severity_id: 1 }",
    "{ severity_id: 1 }",
    /must have the class of events.*got none/,
  ],
  [
    "an activity that no class has",
    "activity: Create }",
    "activity: Creat }",
    "activity: Creat }",
    /one of a class of the contract \(Unknown, Create\); got Creat/,
  ],
  ["a constant that is an object", "{ status_id: 1 }", "{ status_id: { a: 1 } }", "{ status_id: { a: 1 } }", /A constant must be .*got \{"a":1\}/],
  ["a class with a wrong id", "class_uid: 3004", "class_uid: many", "class_uid: many", /wrong or missing class_uid/],
  [
    "a contract without constants",
    "x-ecs:\n  ecs.version: 9.5.0-dev\n",
    "x-ecs: 9.5.0-dev\n",
    "x-ecs: 9.5.0-dev",
    /x-ecs of a contract must be paths with constants/,
  ],
] as const;

it("accepts a mapping of each value", async () => {
  const { file } = await writeMini(...MAPPED);
  expect((await openContract(file, { config })).findings).toEqual([]);
});

it.each(broken)("reports %s", async (_what, from, to, at, says) => {
  const edits = MAPPED.map(([place, text]): readonly [string, string] => [place, text.replace(from, () => to)]);
  const mini = await writeMini(...edits);
  const found = (await openContract(mini.file, { config })).findings.filter(({ message }) => message.endsWith("[keywright/formats]"));
  expect(found[0]?.message).toMatch(says);
  expect(found[0]).toMatchObject({ file: mini.file, line: mini.lineOf(at.trim()) });
});

it("reports an enumeration that neither has values nor a path", async () => {
  const [root, event, id] = MAPPED;
  const mini = await writeMini(root, event, id);
  const found = (await openContract(mini.file, { config })).findings.map(({ line, message }) => [line, message]);
  const line = mini.lineOf("colour: {");
  expect(found).toEqual([
    [line, expect.stringContaining("x-ecs must map the values of colour; got nothing")],
    [line, expect.stringContaining("x-ocsf must map the values of colour; got nothing")],
  ]);
});

it.each([
  ["events/audit-event.yaml", "AuditAction", "        - verify\n"],
  ["events/audit-event.yaml", "AuditObjectType", "        - vault\n"],
  ["events/item-usage.yaml", "ItemUsageAction", "        - share\n"],
  ["events/sign-in-attempt.yaml", "SignInCategory", "        - mfa_failed\n"],
])("generates nothing from a contract with a new value, and names its line: %s %s", async (file, schema, after) => {
  const specs = await copySpecs();
  onTestFinished(() => specs.remove());
  let line = 0;
  await specs.edit(file, (text) => {
    const place = text.indexOf(after, text.indexOf(`\n${schema}:`)) + after.length;
    line = text.slice(0, place).split("\n").length;
    return `${text.slice(0, place)}        - newword\n${text.slice(place)}`;
  });
  const message = await generate(specs.contract("events")).catch((error: unknown) => (error as Error).message);
  for (const extension of ["x-ecs", "x-ocsf"]) {
    expect(message).toContain(`${extension} must map each value of the enumeration; got none for newword`);
  }
  expect(message).toContain(`${file}:${line}:`);
});
