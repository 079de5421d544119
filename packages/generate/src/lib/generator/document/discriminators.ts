import { type Contract, type Discriminator, eachNode, eachSchema, isObject, type Named, type Schema, schemasOf } from "../../contract/index.ts";
import { alternativesOf, propertiesOf } from "../schemas/schema-types.ts";

const PREFIX = "#/components/schemas/";

/**
 * Returns a contract whose discriminators are JSON Schema (OpenAPI 3.1, Discriminator Object).
 *
 * - A schema that others extend by `allOf` becomes their union. They then extend `<Name>Base`.
 * - An alternative whose discriminator is any string gets its names in the mapping.
 */
export function spellDiscriminators(given: Contract): Contract {
  const copies = new Map<string, string>();
  // Only this copy is changed.
  const contract = given.changed(structuredClone(given.document), copies);
  const schemas = new Map(schemasOf(contract));
  const bases = [...schemas].filter(([, schema]) => discriminatorOf(schema) !== undefined && alternativesOf(schema) === undefined);
  const unions = bases.flatMap(([name, schema]) => {
    const discriminator = discriminatorOf(schema);
    const subtypes = discriminator === undefined ? [] : subtypesOf(schemas, name, discriminator);
    return discriminator === undefined || subtypes.length === 0 ? [] : [{ name, schema, discriminator, subtypes }];
  });
  for (const union of unions) copies.set(spread(contract, schemas, union), PREFIX + union.name);
  eachNode(contract.document, (node) => {
    if (isObject(node)) tagAlternatives(contract, node);
  });
  return contract;
}

/** The schemas that extend another one directly, those of its mapping first. */
function subtypesOf(schemas: ReadonlyMap<string, Schema>, name: string, { mapping = {} }: Discriminator): string[] {
  const mapped = Object.values(mapping).map((ref) => (ref.startsWith(PREFIX) ? ref : PREFIX + ref));
  const extending = [...schemas].flatMap(([other, { allOf = [] }]) => (allOf.some((part) => part.$ref === PREFIX + name) ? [PREFIX + other] : []));
  return mapped.length > 0 ? [...new Set(mapped)] : extending;
}

/** A schema that becomes a union. */
interface Union {
  readonly name: string;
  readonly schema: Schema;
  readonly discriminator: Discriminator;
  /** References to the schemas that extend it. */
  readonly subtypes: readonly string[];
}

/** Makes a schema the union of its subtypes. Returns the pointer of the schema they extend. */
function spread(contract: Contract, schemas: ReadonlyMap<string, Schema>, { name, schema, discriminator, subtypes }: Union): string {
  const all = contract.document.components?.schemas ?? {};
  let base = `${name}Base`;
  while (base in all) base += "Type";
  const { discriminator: _, description, title, ...own } = schema;
  const moved: Schema = { ...own, ...(description === undefined ? {} : { description }) };
  Object.assign(all, { [base]: moved });
  for (const [other, { allOf = [] }] of schemas)
    if (other !== name) for (const part of allOf) if (part.$ref === PREFIX + name) Object.assign(part, { $ref: PREFIX + base });
  const tag = propertiesOf(contract, moved)[discriminator.propertyName];
  // An open list of values means that there may be subtypes that the contract lacks.
  const others = tag !== undefined && isOpen(contract, tag) ? [{ $ref: PREFIX + base }] : [];
  for (const member of Object.keys(schema)) Reflect.deleteProperty(schema, member);
  Object.assign(schema, {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    oneOf: [...subtypes.map((ref) => ({ $ref: ref === PREFIX + name ? PREFIX + base : ref })), ...others],
    discriminator: { ...discriminator, mapping: mappingOf(discriminator, subtypes, PREFIX + name, PREFIX + base) },
  });
  return PREFIX + base;
}

function mappingOf({ mapping }: Discriminator, subtypes: readonly string[], name: string, base: string): Named<string> {
  const tags = mapping ?? Object.fromEntries(subtypes.map((ref) => [ref.slice(PREFIX.length), ref]));
  return Object.fromEntries(Object.entries(tags).map(([tag, ref]) => [tag, ref === name ? base : ref]));
}

/** Adds the names of the mapping to each alternative without a constant. */
function tagAlternatives(contract: Contract, node: Schema): void {
  const discriminator = discriminatorOf(node);
  const alternatives = alternativesOf(node);
  if (discriminator === undefined || alternatives === undefined) return;
  const { propertyName, mapping } = discriminator;
  for (const [index, alternative] of alternatives.entries()) {
    const ref = alternative.$ref;
    if (typeof ref !== "string" || isTagged(contract, alternative, propertyName)) continue;
    const mapped = Object.entries(mapping ?? {}).flatMap(([tag, target]) => (target === ref || PREFIX + target === ref ? [tag] : []));
    if (mapping !== undefined && mapped.length === 0) continue;
    const tags = mapped.length > 0 ? mapped : [ref.slice(ref.lastIndexOf("/") + 1)];
    const tag = { type: "object", required: [propertyName], properties: { [propertyName]: { type: "string", enum: tags } } };
    Object.assign(alternatives, { [index]: { allOf: [alternative, tag] } });
  }
}

/** Whether a schema, or each of its alternatives, defines the values of its discriminator. */
function isTagged(contract: Contract, schema: Schema, name: string): boolean {
  return eachSchema<boolean>(contract, true, (resolved, again) => {
    const own = propertiesOf(contract, resolved)[name];
    if (own !== undefined && isClosed(contract, own)) return true;
    const alternatives = alternativesOf(resolved);
    return alternatives !== undefined && alternatives.every(again);
  })(schema);
}

function isClosed(contract: Contract, schema: Schema): boolean {
  return eachSchema<boolean>(
    contract,
    false,
    ({ const: constant, enum: values, allOf = [] }, again) => constant !== undefined || values !== undefined || allOf.some(again),
  )(schema);
}

function isOpen(contract: Contract, schema: Schema): boolean {
  return eachSchema<boolean>(contract, false, ({ anyOf = [], allOf = [] }, again) => anyOf.length > 1 || allOf.some(again))(schema);
}

function discriminatorOf({ discriminator }: Schema): Discriminator | undefined {
  return typeof discriminator?.propertyName === "string" ? discriminator : undefined;
}
