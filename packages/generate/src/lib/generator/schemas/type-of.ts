import { type Contract, ContractError, deref, type Schema, schemaKey } from "../../contract/index.ts";
import { inheritedType } from "../text/inherited-names.ts";
import { key } from "../text/print.ts";
import { alternativesOf, isInt64, othersOf, publicName } from "./schema-types.ts";

/** Options for printing types. */
interface Printing {
  readonly contract: Contract;
  /** Place of the schema, for messages. */
  readonly where: string;
  /** `readonly ` before each property and array, or an empty string. */
  readonly mark: "" | "readonly ";
  /** The types of schemas without a name, by schema. */
  readonly known: Map<Schema, string>;
}

/** Limit for a type, in characters: schemas without names can repeat exponentially often. */
const MAX_LENGTH = 100_000;

/** A schema as a type in a signature: named schemas by name, others expanded. */
export function typeOf(contract: Contract, schema: Schema, where: string): string {
  return printed({ contract, where, mark: "", known: new Map() }, schema);
}

/** The same as a readonly type. */
export function readonlyTypeOf(contract: Contract, schema: Schema, where: string): string {
  return printed({ contract, where, mark: "readonly ", known: new Map() }, schema);
}

function printed(how: Printing, schema: Schema): string {
  if (typeof schema.$ref === "string" && schemaKey(schema) === undefined) return unnamed(how, deref(how.contract, schema));
  const { $ref, const: constant, enum: values, properties, allOf = [] } = schema;
  if (typeof $ref === "string") return publicName(how.contract, $ref);
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  const parts = allOf.map((part) => printed(how, part)).filter((part) => part !== "unknown");
  const union = alternativesOf(schema);
  const all = [
    ...((parts.length === 0 && union === undefined) || properties !== undefined ? [ownType(how, schema)] : []),
    ...parts,
    ...(union === undefined ? [] : [[...new Set(union.map((member) => printed(how, member)))].join(" | ")]),
  ];
  return all.map((type) => (all.length > 1 && type.includes(" | ") && !type.startsWith("{") ? `(${type})` : type)).join(" & ");
}

function unnamed(how: Printing, schema: Schema): string {
  const type = how.known.get(schema) ?? printed(how, schema);
  if (type.length > MAX_LENGTH)
    throw new ContractError(
      `${how.where} has a type of more than ${MAX_LENGTH} characters: move its schemas to components.schemas, where they get names`,
      schema,
    );
  how.known.set(schema, type);
  return type;
}

function ownType(how: Printing, schema: Schema): string {
  const { type = schema.properties === undefined ? undefined : "object" } = schema;
  if (type === undefined) return "unknown";
  return [...new Set([type].flat().map((name) => namedType(how, name, schema)))].join(" | ");
}

function namedType(how: Printing, type: unknown, schema: Schema): string {
  switch (type) {
    case "string":
    case "boolean":
    case "number":
    case "null":
      return type;
    case "integer":
      return isInt64(schema) ? "string" : "number";
    case "array": {
      const { prefixItems: tuple, items = {} } = schema;
      if (tuple !== undefined) return `${how.mark}[${[...tuple.map((item) => `(${printed(how, item)})?`), "...unknown[]"].join(", ")}]`;
      const item = printed(how, items);
      return how.mark + (item.includes(" ") ? `(${item})[]` : `${item}[]`);
    }
    case "object":
      return objectType(how, schema);
    default:
      throw new ContractError(`${how.where} has the type ${JSON.stringify(type)}, which JSON Schema does not have: correct it`);
  }
}

function objectType(how: Printing, schema: Schema): string {
  const { properties = {}, required = [], patternProperties } = schema;
  const others = othersOf(schema);
  const members = Object.entries(properties).map(([name, member]) => ({ name, type: printed(how, member), isNeeded: required.includes(name) }));
  const isMap = patternProperties !== undefined || (members.length === 0 ? others !== false : others !== undefined && others !== false);
  const value = typeof others === "object" && patternProperties === undefined ? printed(how, others) : "unknown";
  // The type of other properties must include those of the named ones.
  const named = [...members.map(({ type }) => type), ...(members.every(({ isNeeded }) => isNeeded) ? [] : ["undefined"])];
  const rest = value === "unknown" ? value : [...new Set([value, ...named])].join(" | ");
  const written = [
    ...members.map(({ name, type, isNeeded }) => (isNeeded ? `${key(name)}: ${type}` : `${key(name)}?: ${inheritedType(name)}${type}`)),
    ...(isMap ? [`[name: string]: ${rest}`] : []),
  ];
  return written.length === 0 ? "Record<string, never>" : `{ ${written.map((member) => how.mark + member).join("; ")} }`;
}
