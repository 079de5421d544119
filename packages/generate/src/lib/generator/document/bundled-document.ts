import { type Contract, ContractError, deref, type Json, type Named, operationsOf, pointersOf, problemOf, type Schema } from "../../contract/index.ts";

const FORM = "application/x-www-form-urlencoded";

/**
 * Returns a contract as the document that other tools read. A form that is a `oneOf` becomes one
 * object that accepts the same: other generators write a form
 * field by field, and would send the fields of all alternatives.
 *
 * @throws ContractError for alternatives that cannot be one object.
 */
export function bundledDocument(contract: Contract): Json {
  const copy = contract.changed(structuredClone(contract.document), new Map());
  const pointers = pointersOf(copy.document);
  for (const { id, body } of operationsOf(copy)) {
    const given = body?.content?.[FORM]?.schema;
    const schema = deref(copy, given ?? {});
    const { oneOf, discriminator } = schema;
    if (oneOf === undefined) continue;
    if (discriminator === undefined)
      throw new ContractError(`the form of ${id} is a oneOf without a discriminator: add one, or make it one object`, pointers.get(given));
    const alternatives = oneOf.map((one) => withPointer(pointers.get(deref(copy, one)), () => alternativeOf(copy, one, discriminator.propertyName, id)));
    for (const keyword of ["oneOf", "discriminator"]) Reflect.deleteProperty(schema, keyword);
    Object.assign(
      schema,
      withPointer(pointers.get(schema), () => oneObject(id, discriminator.propertyName, alternatives)),
    );
  }
  return copy.document;
}

/** Runs work for a part of a contract, which becomes the place of its errors. */
function withPointer<Result>(pointer: string | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new ContractError(problemOf(error), pointer);
  }
}

/** One alternative of a form, with the constant of its discriminator. */
interface Alternative {
  readonly constant: string;
  /** The required properties, without the constant. */
  readonly required: readonly string[];
  readonly properties: Named<Schema>;
  readonly dependentRequired: Named<readonly string[]>;
}

/** Supported keywords of an alternative; its description is dropped. */
const KEYWORDS = new Set(["type", "title", "description", "required", "dependentRequired", "properties"]);

function alternativeOf(contract: Contract, schema: Schema, tag: string, id: string): Alternative {
  const resolved = deref(contract, schema);
  const { required = [], properties = {}, dependentRequired = {} } = resolved;
  const constant = properties[tag]?.const;
  const other = Object.keys(resolved).find((keyword) => !KEYWORDS.has(keyword));
  if (other !== undefined) throw new ContractError(`an alternative of the form of ${id} has ${other}, which one object cannot express: remove it`);
  if (typeof constant !== "string") throw new ContractError(`each alternative of the form of ${id} must have a string as the const of ${tag}`);
  return { constant, required: required.filter((name) => name !== tag), properties, dependentRequired };
}

/** The object that accepts what one of the alternatives accepts. */
function oneObject(id: string, tag: string, alternatives: readonly Alternative[]): Json {
  const properties: Record<string, Schema> = {};
  for (const [name, property] of alternatives.flatMap((alternative) => Object.entries(alternative.properties))) {
    const known = (properties[name] ??= property);
    if (name !== tag && JSON.stringify(known) !== JSON.stringify(property))
      throw new ContractError(`the alternatives of the form of ${id} have different schemas for ${name}: give it the same one in each`);
  }
  const [{ dependentRequired } = { dependentRequired: {} }, ...others] = alternatives;
  if (others.some((other) => JSON.stringify(other.dependentRequired) !== JSON.stringify(dependentRequired)))
    throw new ContractError(`the alternatives of the form of ${id} have different dependentRequired: write the same in each`);
  const { const: _, ...tagged } = properties[tag] ?? {};
  properties[tag] = { ...tagged, enum: alternatives.map(({ constant }) => constant) };
  for (const [name, property] of Object.entries(properties)) properties[name] = { ...property, ...needs(name, property, tag, alternatives) };
  const demanding = alternatives.filter(({ required }) => required.length > 0);
  // Generators ignore `not`; validators reject an alternative without its required properties.
  const not = { anyOf: demanding.map(({ constant, required }) => ({ properties: { [tag]: { const: constant } }, not: { required } })) };
  return {
    type: "object",
    required: [tag],
    properties,
    ...(Object.keys(dependentRequired).length > 0 ? { dependentRequired } : {}),
    ...(demanding.length > 0 ? { not } : {}),
  };
}

/** The description of a property that some alternatives require. */
function needs(name: string, { description = "" }: Schema, tag: string, alternatives: readonly Alternative[]): Json {
  const constants = alternatives.filter(({ required }) => required.includes(name)).map(({ constant }) => `\`${constant}\``);
  return constants.length === 0 ? {} : { description: `${description} Required if \`${tag}\` is ${constants.join(" or ")}.`.trim() };
}
