import { cell, code, page, prose, table } from "../markdown.ts";
import { type ContractDocument, type Json, resolve } from "./document.ts";
import { boundsText, membersOf, typeText } from "./schema-text.ts";

/** Where a statement comes from that is not the services' own description. */
const SOURCES: { readonly [source: string]: string } = { public: "public material", chosen: "chosen here" };

/** The page of all schemas that have a name. */
export function schemaPage(document: ContractDocument): string {
  const schemas = (document.root["components"] as Json)["schemas"] as Json;
  const names = Object.keys(schemas).sort((a, b) => a.localeCompare(b));
  return page([
    "---\noutline: false\n---",
    "# Schemas",
    "What the operations take and give, by name. Members that are not marked as required may be absent.",
    ...names.map((name) => schemaSection(document, name, schemas[name] as Json)),
  ]);
}

function schemaSection(document: ContractDocument, name: string, schema: Json): string {
  const members = memberTable(document, schema);
  return page([
    `## ${name}`,
    prose(schema["description"]),
    badges(schema),
    members === "" ? `${typeText(schema)}. ${boundsText(schema).join(" ")}` : members,
  ]).trimEnd();
}

/** The members of an object as a table; nothing where it has none. */
export function memberTable(document: ContractDocument, node: unknown): string {
  return table(
    ["Member", "Type", "What it is"],
    membersOf(document, node).map(({ name, required, node: member }) => [
      `${code(name)}${required ? '<br><small class="required">required</small>' : ""}`,
      typeText(member),
      [cell(resolve(document, member)["description"]), ...boundsText(member), badges(member)].filter((part) => part !== "").join(" "),
    ]),
  );
}

/** Marks: a secret, and what does not come from the services' own description. */
export function badges(node: Json): string {
  const source = SOURCES[String(node["x-source"])];
  return [
    node["x-secret"] === true ? '<span class="mark secret">secret: masked where it would be printed</span>' : "",
    source === undefined ? "" : `<span class="mark">${source}</span>`,
    node["deprecated"] === true ? '<span class="mark">deprecated</span>' : "",
  ]
    .filter((mark) => mark !== "")
    .join(" ");
}
