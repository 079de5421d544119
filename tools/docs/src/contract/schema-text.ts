import { type Json, schemaKey } from "@keywright/generate/contract";
import type { Service } from "@keywright/tool-mocks/clients";
import { cell, code, frontMatter, page, prose, table } from "./markdown.ts";
import { resolve, titleOf } from "./document.ts";

/** The page of all schemas that have a name. */
export function schemaPage(service: Service): string {
  const schemas = Object.entries((service.document["components"] as Json)["schemas"] as { readonly [name: string]: Json });
  const title = titleOf(service);
  return page([
    frontMatter({ title: `Schemas, ${title}`, outline: false, description: `The types of requests and responses of the ${title.toLowerCase()}.` }).trim(),
    "# Schemas",
    "The types of requests and responses. A property that is not marked as required may be absent.",
    ...schemas
      .sort(([one], [other]) => one.localeCompare(other))
      .flatMap(([name, schema]) => [
        `## ${name}`,
        prose(schema["description"]),
        badges(schema),
        propertyTable(service, schema) || `${typeText(schema)}. ${boundsText(schema).join(" ")}`,
      ]),
  ]);
}

/** The properties of an object as a table; empty if it has none. */
export function propertyTable(service: Service, node: unknown): string {
  return table(
    ["Property", "Type", "Description"],
    propertiesOf(service, node).map(({ name, required, node: property }) => [
      nameCell(name, required),
      typeText(property),
      noteCell(resolve(service, property)["description"], ...boundsText(property), badges(property)),
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

/** A property of an object; one of an object inside it has a dotted name. */
interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly node: Json;
}

/** The type of a value in one line of HTML: a link to the named schema, or a JSON type. */
export function typeText(node: unknown): string {
  const name = schemaKey(node);
  if (name !== undefined) return `<a href="./schemas.html#${name.toLowerCase()}">${name}</a>`;
  const schema = (node ?? {}) as Json;
  const branches = (schema["anyOf"] ?? schema["oneOf"]) as readonly unknown[] | undefined;
  if (branches !== undefined) return isOpenList(branches) ? "string" : branches.map((branch) => typeText(branch)).join(" or ");
  if (schema["const"] !== undefined) return code(JSON.stringify(schema["const"]));
  const types = [schema["type"]].flat().filter((type) => type !== undefined) as string[];
  if (types.includes("array")) return `list of ${typeText(schema["items"])}${types.includes("null") ? " or null" : ""}`;
  const [first = "any value", ...others] = types;
  const format = schema["format"] ?? schema["contentEncoding"];
  return [`${first}${format === undefined ? "" : ` (${String(format)})`}`, ...others].join(" or ");
}

const RANGES = [
  ["minimum", "maximum", ""],
  ["minLength", "maxLength", " character"],
  ["minItems", "maxItems", " item"],
] as const;

/** The constraints of a value: values, bounds, pattern, default. */
export function boundsText(node: unknown): readonly string[] {
  const schema = (node ?? {}) as Json;
  const open = (schema["anyOf"] ?? []) as readonly Json[];
  const known = isOpenList(open) ? open.map(valuesOf).join("") : "";
  return [
    ...(schema["enum"] === undefined ? [] : [`One of ${valuesOf(schema)}.`]),
    ...(known === "" ? [] : [`Known values: ${known}.`]),
    ...RANGES.flatMap(([from, to, unit]) => rangeText(schema[from], schema[to], unit)),
    ...(schema["pattern"] === undefined ? [] : [`Pattern ${code(String(schema["pattern"]))}.`]),
    ...(schema["default"] === undefined ? [] : [`Default: ${code(JSON.stringify(schema["default"]))}.`]),
  ];
}

/** The properties of an object schema and its `allOf`, and of unnamed inner objects and items. */
function propertiesOf(service: Service, node: unknown, prefix = ""): readonly Property[] {
  if (prefix !== "" && schemaKey(node) !== undefined) return [];
  const { type, items, allOf = [], required = [], properties = {} } = resolve(service, node);
  if (type === "array") return prefix === "" ? [] : propertiesOf(service, items, prefix.replace(/\.$/, "[]."));
  const parts = (allOf as readonly unknown[]).flatMap((part) => propertiesOf(service, resolve(service, part), prefix));
  const own = Object.entries(properties as { readonly [name: string]: Json }).flatMap(([name, property]): readonly Property[] => [
    { name: prefix + name, required: (required as readonly string[]).includes(name), node: property },
    ...propertiesOf(service, property, `${prefix}${name}.`),
  ]);
  return [...parts, ...own];
}

/** A list of values that may grow: an enumeration or any string. */
function isOpenList(branches: readonly unknown[]): boolean {
  return branches.length > 1 && branches.every((branch) => (branch as Json)["type"] === "string");
}

function valuesOf({ enum: values = [] }: Json): string {
  return (values as readonly unknown[]).map((value) => code(String(value))).join(", ");
}

function rangeText(from: unknown, to: unknown, unit: string): readonly string[] {
  const units = unit === "" || (to ?? from) === 1 ? unit : `${unit}s`;
  if (from === undefined) return to === undefined ? [] : [`At most ${String(to)}${units}.`];
  if (to === undefined) return [`At least ${String(from)}${units}.`];
  return [from === to ? `Exactly ${String(from)}${units}.` : `From ${String(from)} to ${String(to)}${units}.`];
}
