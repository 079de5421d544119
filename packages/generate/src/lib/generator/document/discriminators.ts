import { type Contract, eachSchema, type Json, schemasOf } from "../../contract/index.ts";
import { propertiesOf } from "../schemas/schema-types.ts";

const PREFIX = "#/components/schemas/";

interface Discriminator {
  readonly propertyName: string;
  readonly mapping?: { readonly [tag: string]: string };
}

/**
 * Expresses discriminators in JSON Schema (OpenAPI 3.1, Discriminator Object) for types, checks and the places of secrets. Changes the document in place.
 *
 * - A schema that others extend by `allOf`, and that has no alternatives itself, becomes the union of them. They then extend another schema, `<Name>Base`.
 * - An alternative whose discriminator is any string gets its names in the mapping.
 */
export function spellDiscriminators(contract: Contract): void {
  const schemas = new Map(schemasOf(contract));
  const bases = [...schemas].filter(([, schema]) => discriminatorOf(schema) !== undefined && alternativesOf(schema) === undefined);
  const unions = bases.flatMap(([name, schema]) => {
    const subtypes = subtypesOf(schemas, name);
    return subtypes.length === 0 ? [] : [{ name, schema, subtypes }];
  });
  for (const { name, schema, subtypes } of unions) spread(contract, schemas, name, schema, subtypes);
  visit(contract.document, (node) => tagAlternatives(contract, node));
}

/** The schemas that extend another one directly, those of its mapping first. */
function subtypesOf(schemas: ReadonlyMap<string, Json>, name: string): string[] {
  const mapped = Object.values(discriminatorOf(schemas.get(name) as Json)?.mapping ?? {}).map((ref) => (ref.startsWith(PREFIX) ? ref : PREFIX + ref));
  const extending = [...schemas].flatMap(([other, { allOf = [] }]) =>
    (allOf as readonly Json[]).some((part) => part["$ref"] === PREFIX + name) ? [PREFIX + other] : [],
  );
  return mapped.length > 0 ? [...new Set(mapped)] : extending;
}

/** Moves the properties that subtypes extend to another schema, and makes the original a union of the subtypes. */
function spread(contract: Contract, schemas: ReadonlyMap<string, Json>, name: string, schema: Json, subtypes: readonly string[]): void {
  const all = (contract.document["components"] as Json)["schemas"] as { [name: string]: Json };
  let base = `${name}Base`;
  while (base in all) base += "Type";
  const { discriminator, description, title, ...own } = schema as Json & { readonly discriminator: Discriminator };
  all[base] = { ...own, ...(description === undefined ? {} : { description }) };
  for (const [other, { allOf = [] }] of schemas)
    if (other !== name) for (const part of allOf as { $ref?: unknown }[]) if (part.$ref === PREFIX + name) part.$ref = PREFIX + base;
  const tag = propertiesOf(contract, all[base])[discriminator.propertyName];
  // A discriminator with an open list of values means that there may be subtypes that the contract does not have.
  const others = tag !== undefined && isOpen(contract, tag) ? [{ $ref: PREFIX + base }] : [];
  for (const member of Object.keys(schema)) Reflect.deleteProperty(schema, member);
  Object.assign(schema, {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    oneOf: [...subtypes.map((ref) => ({ $ref: ref === PREFIX + name ? PREFIX + base : ref })), ...others],
    discriminator: { ...discriminator, mapping: mappingOf(discriminator, subtypes, PREFIX + name, PREFIX + base) },
  });
}

function mappingOf({ mapping }: Discriminator, subtypes: readonly string[], name: string, base: string): { readonly [tag: string]: string } {
  const tags = mapping ?? Object.fromEntries(subtypes.map((ref) => [ref.slice(PREFIX.length), ref]));
  return Object.fromEntries(Object.entries(tags).map(([tag, ref]) => [tag, ref === name ? base : ref]));
}

/** Adds the names of the mapping to each alternative without a constant. */
function tagAlternatives(contract: Contract, node: Json): void {
  const discriminator = discriminatorOf(node);
  const alternatives = alternativesOf(node);
  if (discriminator === undefined || alternatives === undefined) return;
  const { propertyName, mapping } = discriminator;
  for (const [index, alternative] of alternatives.entries()) {
    const ref = alternative["$ref"];
    if (typeof ref !== "string" || isTagged(contract, alternative, propertyName)) continue;
    const mapped = Object.entries(mapping ?? {}).flatMap(([tag, target]) => (target === ref || PREFIX + target === ref ? [tag] : []));
    if (mapping !== undefined && mapped.length === 0) continue;
    const tags = mapped.length > 0 ? mapped : [ref.slice(ref.lastIndexOf("/") + 1)];
    const tag = { type: "object", required: [propertyName], properties: { [propertyName]: { type: "string", enum: tags } } };
    (alternatives as Json[])[index] = { allOf: [alternative, tag] };
  }
}

/** Whether a schema, or each of its alternatives, defines the values of its discriminator. */
function isTagged(contract: Contract, schema: Json, name: string): boolean {
  return eachSchema<boolean>(contract, true, (resolved, again) => {
    const own = propertiesOf(contract, resolved)[name];
    if (own !== undefined && isClosed(contract, own)) return true;
    const alternatives = alternativesOf(resolved);
    return alternatives !== undefined && alternatives.every(again);
  })(schema);
}

function isClosed(contract: Contract, schema: Json): boolean {
  return eachSchema<boolean>(
    contract,
    false,
    ({ const: constant, enum: values, allOf = [] }, again) => constant !== undefined || values !== undefined || (allOf as readonly Json[]).some(again),
  )(schema);
}

function isOpen(contract: Contract, schema: Json): boolean {
  return eachSchema<boolean>(
    contract,
    false,
    ({ anyOf = [], allOf = [] }, again) => (anyOf as readonly unknown[]).length > 1 || (allOf as readonly Json[]).some(again),
  )(schema);
}

function discriminatorOf({ discriminator }: Json): Discriminator | undefined {
  return typeof (discriminator as Discriminator | undefined)?.propertyName === "string" ? (discriminator as Discriminator) : undefined;
}

function alternativesOf({ oneOf, anyOf }: Json): readonly Json[] | undefined {
  return (oneOf ?? anyOf) as readonly Json[] | undefined;
}

function visit(node: unknown, change: (node: Json) => void): void {
  if (typeof node !== "object" || node === null) return;
  change(node as Json);
  for (const member of Object.values(node)) visit(member, change);
}
