import { type Contract, isObject, type Json } from "@keywright/generate/contract";
import { constantName, toSource } from "@keywright/generate";

/** Parts of a contract that only people read: the emulator does not need them. */
const FOR_READERS = new Set([
  "description",
  "summary",
  "example",
  "examples",
  "tags",
  "title",
  "discriminator",
  "x-advice",
  "x-ecs",
  "x-ocsf",
  "x-opposite",
  "x-source",
  "externalDocs",
]);

/** Properties whose value is a map: its keys are names, and not keywords. */
const MAPS = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "schemas",
  "responses",
  "parameters",
  "headers",
  "requestBodies",
  "securitySchemes",
  "paths",
  "pathItems",
  "content",
  "scopes",
]);

/** Properties whose value is data, not a part of the contract's structure. */
const DATA = new Set(["enum", "const", "default", "required", "x-exclusive", "x-feed", "x-filter", "x-pagination"]);

/** Returns the name of the constant with a service's document. */
export function documentName(service: string): string {
  return `${constantName(service)}_DOCUMENT`;
}

/** The contract as one document without texts for readers: a module with `<SERVICE>_DOCUMENT`. */
export function documentFile({ service, document }: Contract): string {
  const comment = `/** The contract of the ${service} service as one OpenAPI document, without descriptions and examples. */\n`;
  return `${comment}export const ${documentName(service)}: { readonly [property: string]: unknown } = ${toSource(withoutText(document))};\n`;
}

/** Returns a part of a contract without what is for readers. */
export function withoutText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Json)
      .filter(([name]) => !FOR_READERS.has(name))
      // `parameters` is a map among components and a list in an operation.
      .map(([name, member]) => [name, MAPS.has(name) && isObject(member) ? eachValue(member) : DATA.has(name) ? member : withoutText(member)]),
  );
}

function eachValue(map: Json): Json {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, withoutText(value)]));
}
