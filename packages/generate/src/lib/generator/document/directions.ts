import { type Contract, followed, isObject, type Json, listOf, operationsOf, type Schema, schemasOf } from "../../contract/index.ts";
import { alternativesOf } from "../schemas/schema-types.ts";
import { schemasIn } from "./request-schemas.ts";

const PREFIX = "#/components/schemas/";

/**
 * Splits the schemas of a contract by direction, in place: a request does not require `readOnly`
 * properties, a response has no `writeOnly` ones (JSON Schema 2020-12, Validation §9.4).
 *
 * A schema of both keeps its name for responses; requests get `<Name>Request`, if it differs.
 *
 * @returns The contract, with the original places of new schemas.
 */
export function splitDirections(given: Contract): Contract {
  const copies = new Map<string, string>();
  const contract = given.changed(given.document, copies);
  const schemas = new Map(schemasOf(contract));
  const operations = operationsOf(contract);
  const bodies = operations.flatMap(({ body }) => body ?? []);
  const asked = schemasIn(contract, bodies);
  const answered = schemasIn(
    contract,
    operations.map(({ definition }) => definition.responses),
  );
  const differing = new Map<string, boolean>();
  const differs = (name: string): boolean => {
    const own = schemas.get(name);
    const text = JSON.stringify(own);
    const found = differing.get(name) ?? [forRequest, forResponse].some((forOne) => JSON.stringify(forOne(contract, own)) !== text);
    differing.set(name, found);
    return found;
  };
  // A schema that refers to one with two forms has two forms itself.
  const split = [...asked].filter((name) => answered.has(name) && [name, ...schemasIn(contract, schemas.get(name))].some(differs));
  const names = new Map(split.map((name) => [PREFIX + name, PREFIX + freeName(name, schemas)]));
  const requested = [...names].map(([from, to]) => [from, to, renamed(forRequest(contract, schemas.get(from.slice(PREFIX.length))), names)] as const);
  for (const [from, to, copy] of requested) {
    Object.assign(contract.document.components?.schemas ?? {}, { [to.slice(PREFIX.length)]: copy });
    copies.set(to, from);
  }
  for (const name of asked)
    if (!split.includes(name)) replace(schemas.get(name), renamed(forRequest(contract, schemas.get(name)), answered.has(name) ? new Map() : names));
  for (const name of answered) replace(schemas.get(name), forResponse(contract, schemas.get(name)));
  for (const body of bodies) replace(body, renamed(forRequest(contract, body), names));
  return contract;
}

/** The document for requests, without required `readOnly` properties. Places stay the same. */
export function requestDocument(contract: Contract): Json {
  return Object.fromEntries(Object.entries(contract.document).map(([name, part]) => [name, forRequest(contract, part)]));
}

/** A part of a contract without the properties of the other direction. */
function forRequest(contract: Contract, part: unknown): unknown {
  return changed(part, (schema) => {
    const properties = Object.entries(schema.properties ?? {}).filter(([, property]) => hasMark(contract, property, "readOnly"));
    const marked = new Set(properties.map(([name]) => name));
    return marked.size === 0 ? schema : withRequired(schema, (name) => !marked.has(name));
  });
}

function forResponse(contract: Contract, part: unknown): unknown {
  return changed(part, (schema) => {
    const all = Object.entries(schema.properties ?? {});
    const kept = all.filter(([, property]) => !hasMark(contract, property, "writeOnly"));
    if (kept.length === all.length) return schema;
    const names = new Set(all.map(([name]) => name).filter((name) => !kept.some(([other]) => other === name)));
    return { ...withRequired(schema, (name) => !names.has(name)), properties: Object.fromEntries(kept) };
  });
}

function withRequired(schema: Schema, keeps: (name: string) => boolean): Schema {
  const { required = [], ...rest } = schema;
  // A map of properties may have one with this name; other values are reported elsewhere.
  if (!Array.isArray(required)) return schema;
  const kept = required.filter(keeps);
  return kept.length === 0 ? rest : kept.length === required.length ? schema : { ...rest, required: kept };
}

function hasMark(contract: Contract, property: unknown, mark: "readOnly" | "writeOnly"): boolean {
  return isObject(property) && (property[mark] === true || followed(contract.document, property)?.[mark] === true);
}

/** A copy in which each schema with properties is changed. Examples are data and stay. */
function changed(part: unknown, change: (schema: Schema) => Schema): unknown {
  if (Array.isArray(part)) return part.map((element) => changed(element, change));
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).map(([name, member]) => [name, DATA.has(name) ? member : changed(member, change)] as const);
  const copy: Json = Object.fromEntries(members);
  const properties = copy["properties"];
  return typeof properties === "object" && properties !== null && !("$ref" in copy) ? change(copy) : copy;
}

const DATA = new Set(["example", "examples", "default", "enum", "const", "required"]);

/** A copy with renamed references, including those of discriminators. */
function renamed(part: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map((element) => renamed(element, names));
  if (!isObject(part)) return part;
  const newName = (ref: unknown): unknown => names.get(String(ref)) ?? ref;
  const members = Object.entries(part).map(([name, member]) => {
    if (name === "$ref") return [name, newName(member)];
    if (name === "mapping" && isObject(member)) return [name, Object.fromEntries(Object.entries(member).map(([tag, ref]) => [tag, newName(ref)]))];
    return [name, DATA.has(name) ? member : renamed(member, names)];
  });
  const copy: Json = Object.fromEntries(members);
  // Without a mapping, the discriminator's value is the name of the schema.
  const { discriminator, ...schema }: Schema = part;
  const refs = listOf(alternativesOf(schema)).map(({ $ref }) => String($ref));
  if (typeof discriminator !== "object" || discriminator.mapping !== undefined || !refs.some((ref) => names.has(ref))) return copy;
  const mapping = Object.fromEntries(refs.map((ref) => [ref.split("/").at(-1), newName(ref)]));
  return { ...copy, discriminator: { ...discriminator, mapping } };
}

/** Replaces the properties of an object of the document by those of another one. */
function replace(target: unknown, members: unknown): void {
  if (typeof target !== "object" || target === null || JSON.stringify(target) === JSON.stringify(members)) return;
  for (const name of Object.keys(target)) Reflect.deleteProperty(target, name);
  Object.assign(target, members);
}

function freeName(name: string, schemas: ReadonlyMap<string, unknown>): string {
  let free = `${name}Request`;
  while (schemas.has(free)) free += "Body";
  return free;
}
