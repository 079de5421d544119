import { cell, code, frontMatter, page, prose, table } from "../markdown.ts";
import { type ContractDocument, type Json, resolve, titleOf } from "./document.ts";
import { boundsText, propertiesOf, typeText } from "./schema-text.ts";

/** The page of all schemas that have a name. */
export function schemaPage(document: ContractDocument): string {
  const schemas = (document.root["components"] as Json)["schemas"] as Json;
  const names = Object.keys(schemas).sort((a, b) => a.localeCompare(b));
  return page([
    `${frontMatter({ title: `Schemas, ${titleOf(document)}`, outline: false, description: `The types of requests and responses of the ${titleOf(document).toLowerCase()}.` })}# Schemas`,
    "The types of requests and responses. A property that is not marked as required may be absent.",
    ...names.map((name) => schemaSection(document, name, schemas[name] as Json)),
  ]);
}

function schemaSection(document: ContractDocument, name: string, schema: Json): string {
  const properties = propertyTable(document, schema);
  return page([
    `## ${name}`,
    prose(schema["description"]),
    badges(schema),
    properties === "" ? `${typeText(schema)}. ${boundsText(schema).join(" ")}` : properties,
  ]);
}

/** The properties of an object as a table; empty if it has none. */
export function propertyTable(document: ContractDocument, node: unknown): string {
  return table(
    ["Property", "Type", "Description"],
    propertiesOf(document, node).map(({ name, required, node: property }) => [
      nameCell(name, required),
      typeText(property),
      noteCell(resolve(document, property)["description"], ...boundsText(property), badges(property)),
    ]),
  );
}

/** The name of a value, and whether it is required. */
export function nameCell(name: string, required: boolean): string {
  return `${code(name)}${required ? '<br><small class="required">required</small>' : ""}`;
}

/** The description of a value with notes that are HTML. */
export function noteCell(description: unknown, ...notes: readonly string[]): string {
  return [cell(description), ...notes].filter((part) => part !== "").join(" ");
}

/** Marks of a secret and of what is deprecated. */
export function badges(node: Json): string {
  return [
    ...(node["x-secret"] === true ? ['<span class="mark secret">secret: masked in logs</span>'] : []),
    ...(node["deprecated"] === true ? ['<span class="mark">deprecated</span>'] : []),
  ].join(" ");
}
