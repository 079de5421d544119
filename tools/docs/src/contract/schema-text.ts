import { schemaKey } from "@keywright/generate/contract";
import { code } from "../markdown.ts";
import { type ContractDocument, type Json, resolve } from "./document.ts";

/** A property of an object; one of an object inside it has a dotted name. */
export interface Property {
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

/** The constraints of a value: values, bounds, pattern, default. */
export function boundsText(node: unknown): readonly string[] {
  const schema = (node ?? {}) as Json;
  const bounds: string[] = [];
  const branches = (schema["anyOf"] ?? []) as readonly Json[];
  const closed = schema["enum"] as readonly unknown[] | undefined;
  const known = isOpenList(branches) ? (branches.find((branch) => branch["enum"] !== undefined)?.["enum"] as readonly unknown[] | undefined) : undefined;
  if (closed !== undefined) bounds.push(`One of ${valuesText(closed)}.`);
  if (known !== undefined) bounds.push(`Known values: ${valuesText(known)}.`);
  if (schema["minimum"] !== undefined || schema["maximum"] !== undefined) bounds.push(rangeText(schema["minimum"], schema["maximum"]));
  if (schema["minLength"] !== undefined || schema["maxLength"] !== undefined) bounds.push(rangeText(schema["minLength"], schema["maxLength"], "character"));
  if (schema["minItems"] !== undefined || schema["maxItems"] !== undefined) bounds.push(rangeText(schema["minItems"], schema["maxItems"], "item"));
  if (schema["pattern"] !== undefined) bounds.push(`Pattern ${code(String(schema["pattern"]))}.`);
  if (schema["default"] !== undefined) bounds.push(`Default: ${code(JSON.stringify(schema["default"]))}.`);
  return bounds;
}

/** The properties of an object schema and of the schemas in its `allOf`. */
export function propertiesOf(document: ContractDocument, node: unknown, prefix = ""): readonly Property[] {
  const schema = resolve(document, node);
  const parts = ((schema["allOf"] ?? []) as readonly unknown[]).flatMap((part) => propertiesOf(document, part, prefix));
  const required = new Set((schema["required"] ?? []) as readonly string[]);
  const own = Object.entries((schema["properties"] ?? {}) as Json).flatMap(([name, value]): Property[] => {
    const property = { name: prefix + name, required: required.has(name), node: value as Json };
    return [property, ...innerProperties(document, property)];
  });
  return [...parts, ...own];
}

/** The properties of an object whose schema has no name. */
function innerProperties(document: ContractDocument, { name, node }: Property): readonly Property[] {
  if (schemaKey(node) !== undefined) return [];
  if (node["type"] === "array") {
    const items = node["items"] as Json | undefined;
    return items !== undefined && schemaKey(items) === undefined ? propertiesOf(document, items, `${name}[].`) : [];
  }
  return propertiesOf(document, node, `${name}.`);
}

/** A list of values that may grow: an enumeration or any string. */
function isOpenList(branches: readonly unknown[]): boolean {
  return branches.length > 1 && branches.every((branch) => (branch as Json)["type"] === "string");
}

function valuesText(values: readonly unknown[]): string {
  return values.map((value) => code(String(value))).join(", ");
}

function rangeText(from: unknown, to: unknown, unit = ""): string {
  const units = unit === "" ? "" : ` ${unit}${(to ?? from) === 1 ? "" : "s"}`;
  if (from !== undefined && to !== undefined) return from === to ? `Exactly ${String(from)}${units}.` : `From ${String(from)} to ${String(to)}${units}.`;
  return from === undefined ? `At most ${String(to)}${units}.` : `At least ${String(from)}${units}.`;
}
