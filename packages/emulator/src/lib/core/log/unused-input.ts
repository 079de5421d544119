import type { InputUse, Reads } from "./input-use.ts";
import { isObject, type Json, objectAt, writePointer } from "../values/json.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import { pairsOf } from "../contract/parameter-styles.ts";
import { type Branches, elementOf, propertyOf } from "../schemas/schema-branches.ts";

/** Returns what no handler read: JSON Pointers into the body, `?name` and `header:name`. */
export function unusedInputOf(operation: OperationSpec, query: string, { input, ...use }: InputUse, branches: Branches): readonly string[] {
  const schemas = [...(operation.body?.content.values() ?? [])].map(({ schema }) => schema);
  const sent = query === "" ? [] : pairsOf(query, "&").map(([name]) => name);
  const unknown = sent.filter((name) => !isDeclared(operation, name));
  return [
    ...[...new Set([...unknown, ...neverRead(input.query, use.query)])].map((name) => `?${name}`),
    ...neverRead(input.header, use.header).map((name) => `header:${name}`),
    ...unreadIn(input.body, schemas, use.body, branches, []),
  ];
}

function neverRead(values: Json, reads: Reads | undefined): readonly string[] {
  return reads?.isCopied === true ? [] : Object.keys(values).filter((name) => reads?.names.has(name) !== true);
}

/** Returns whether a name in the query is a parameter's; objects can have one per property. */
function isDeclared({ parameters }: OperationSpec, sent: string): boolean {
  return parameters.some(({ in: place, name, shape: { properties, additional } }) => {
    if (place !== "query") return false;
    return name === sent || sent.startsWith(`${name}[`) || properties.has(sent) || additional !== undefined;
  });
}

/** @param reads Absent if the whole value was read. */
function unreadIn(value: unknown, schemas: readonly unknown[], reads: Reads | undefined, branches: Branches, path: readonly string[]): readonly string[] {
  const all = branches(schemas);
  if (Array.isArray(value)) return value.flatMap((each, index) => unreadIn(each, elementOf(all), undefined, branches, [...path, String(index)]));
  if (!isObject(value) || value instanceof Uint8Array) return [];
  const isKnown = (name: string): boolean => isOpen(all) || all.some((schema) => Object.hasOwn(objectAt(schema, "properties"), name));
  return Object.entries(value).flatMap(([name, property]) => {
    const at = [...path, name];
    const isRead = reads?.names.has(name) === true && !reads.isCopied;
    const isUsed = isRead || (isKnown(name) && (reads === undefined || reads.isCopied));
    return isUsed ? unreadIn(property, propertyOf(all, name), reads?.inner(name), branches, at) : [writePointer(at)];
  });
}

/** Returns whether schemas accept properties that they do not name. */
function isOpen(all: readonly Json[]): boolean {
  const named = all.some((schema) => schema["properties"] !== undefined);
  return !named || all.some((schema) => schema["additionalProperties"] === true || isObject(schema["additionalProperties"]));
}
