import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { type Contract, eachNode, isObject, type OpenApi, type Schema, schemasOf } from "../../contract/index.ts";
import { nameSchemas } from "./name-schemas.ts";
import { hideInherited, showInherited } from "../text/inherited-names.ts";
import { cleanComments } from "./schema-comments.ts";
import { exclusiveGroups } from "../schemas/exclusion.ts";
import { requestSchemas } from "../document/request-schemas.ts";
import { isInt64, isMixedMap, isOpenEnum, othersOf, typeName, valuesOf } from "../schemas/schema-types.ts";

/**
 * Returns `schema.ts`: every schema and operation of a contract as types.
 *
 * @param taken Names that no type of a schema can have. Default: none.
 */
export async function schemaFile(contract: Contract, taken: ReadonlySet<string> = new Set()): Promise<string> {
  const requestOnly = requestSchemas(contract);
  const nodes = await openapiTS(hideInherited(preparedDocument(contract)) as never, {
    alphabetize: true,
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
    transform: (given) => int64Type(schemaOf(given)),
    postTransform: (type, { schema: given, path }) => {
      const schema = schemaOf(given);
      if (isOpenEnum(schema)) return openEnumType(schema);
      const groups = exclusiveGroups(schema);
      // For a property, this schema is that of its object, whose type has other properties.
      if (groups.length > 0 && ts.isTypeLiteralNode(type) && groups.flat(2).every((name) => type.members.some((member) => propertyName(member) === name)))
        return exclusiveType(type, groups, isFilled(schema));
      if (ts.isIntersectionTypeNode(type) && isMixedMap(schema)) return mixedMapType(type);
      // Inputs are readonly, so that a constant with `as const` is accepted.
      const [, components, schemas, name = ""] = (path ?? "").split("/");
      const isInput = components === "components" && schemas === "schemas" && requestOnly.has(showInherited(name));
      return ts.isArrayTypeNode(type) && isInput ? ts.factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, type) : undefined;
    },
  });
  // openapi-typescript renames root types (`APIRequest` to `ApiRequest`): these keep their names.
  const { nodes: all, named } = nameSchemas(nodes, (key) => typeName(contract, showInherited(key)));
  const typeNames = new Set(schemasOf(contract).map(([key]) => typeName(contract, key)));
  const names = schemasOf(contract).flatMap(([key]) => {
    const name = typeName(contract, key);
    // A schema with a title is also exported by its key, if that is a valid and unique type name.
    const others = /^[A-Z]\w*$/.test(key) && !typeNames.has(key) && !taken.has(key) ? [key] : [];
    return [...(named.has(name) ? [] : [name]), ...others].map((one) => `export type ${one} = components["schemas"][${JSON.stringify(key)}];\n`);
  });
  for (const node of all) cleanComments(node);
  return showInherited(astToString([...all])) + names.join("");
}

/**
 * Returns a copy for openapi-typescript: without titles, which would be repeated in comments,
 * without discriminators, and with `additionalProperties` for `unevaluatedProperties`.
 */
function preparedDocument(contract: Contract): OpenApi {
  const document = structuredClone(contract.document);
  for (const [, schema] of schemasOf({ document })) Reflect.deleteProperty(schema, "title");
  eachNode(document, (node) => {
    const schema = schemaOf(node);
    if (typeof schema.discriminator?.propertyName === "string") Reflect.deleteProperty(node, "discriminator");
    // What is still outside the document is data of an extension: openapi-typescript would read it.
    if (typeof schema.$ref === "string" && !schema.$ref.startsWith("#")) Reflect.deleteProperty(node, "$ref");
    if (typeof schema["externalValue"] === "string") Reflect.deleteProperty(node, "externalValue");
    const others = othersOf(schema);
    if (schema.additionalProperties === undefined && others !== undefined && others !== false) Object.assign(node, { additionalProperties: others });
  });
  return document;
}

/** A schema that openapi-typescript passes. */
function schemaOf(value: unknown): Schema {
  return isObject(value) ? value : {};
}

/** An object with named and other properties: an index type applies to all of them. */
function mixedMapType(type: ts.IntersectionTypeNode): ts.TypeNode {
  const { factory } = ts;
  const members = type.types.flatMap((part) => (ts.isTypeLiteralNode(part) ? [...part.members] : []));
  const named = members.filter((member) => ts.isPropertySignature(member));
  const absent = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  const rest = members.filter(ts.isIndexSignatureDeclaration).map((index) => {
    const types = [index.type, ...named.flatMap((member) => member.type ?? []), ...(named.some((member) => member.questionToken) ? [absent] : [])];
    return factory.updateIndexSignature(index, index.modifiers, index.parameters, factory.createUnionTypeNode(types));
  });
  return factory.createTypeLiteralNode([...members.filter((member) => !ts.isIndexSignatureDeclaration(member)), ...rest]);
}

/** Clients read a 64-bit integer as a decimal string. `undefined` for another schema. */
function int64Type(schema: Schema): ts.TypeNode | undefined {
  const { factory } = ts;
  if (!isInt64(schema)) return undefined;
  const text = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  return [schema.type].flat().includes("null") ? factory.createUnionTypeNode([text, factory.createLiteralTypeNode(factory.createNull())]) : text;
}

/** `"a" | "b" | (string & {})`: editors suggest the known values, and any other string compiles. */
function openEnumType(schema: Schema): ts.TypeNode {
  const { factory } = ts;
  const known = (valuesOf(schema) ?? []).map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  const rest = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword), factory.createTypeLiteralNode([])]),
  );
  const nullable = (schema.anyOf ?? []).some(({ type }) => type === "null") ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return factory.createUnionTypeNode([...known, rest, ...nullable]);
}

/**
 * Splits an object type by exclusive properties into branches: other alternatives are `?: never`.
 *
 * A branch requires its only property if another one covers objects without it, or if a `filled`
 * object has one of the group.
 */
function exclusiveType(type: ts.TypeLiteralNode, groups: readonly (readonly (readonly string[])[])[], filled: boolean): ts.TypeNode {
  const { factory } = ts;
  const named = new Map(type.members.map((member) => [propertyName(member), member]));
  const grouped = new Set(groups.flat(2));
  const rest = type.members.filter((member) => !grouped.has(propertyName(member) ?? ""));
  const unions = groups.map((group) => {
    const needed = group.some((names) => names.length > 1) || (filled && rest.length === 0 && groups.length === 1);
    const branchOf = (chosen: readonly string[]): ts.TypeNode =>
      factory.createTypeLiteralNode(
        group.flat().map((name) => {
          const member = named.get(name);
          if (member === undefined || !chosen.includes(name)) return neverProperty(name);
          return needed && chosen.length === 1 && ts.isPropertySignature(member) ? requiredProperty(member) : member;
        }),
      );
    return factory.createUnionTypeNode(group.map(branchOf));
  });
  const [only, ...more] = unions;
  if (rest.length === 0 && only !== undefined && more.length === 0) return only;
  return factory.createIntersectionTypeNode([factory.createTypeLiteralNode(rest), ...unions.map((union) => factory.createParenthesizedType(union))]);
}

function requiredProperty(member: ts.PropertySignature): ts.PropertySignature {
  const { modifiers, name, type } = member;
  const required = ts.factory.createPropertySignature(modifiers, name, undefined, type);
  return ts.setSyntheticLeadingComments(required, ts.getSyntheticLeadingComments(member));
}

/** Whether an object has at least one of the properties of its schema. */
function isFilled({ minProperties = 0, additionalProperties }: Schema): boolean {
  return additionalProperties === false && minProperties > 0;
}

function propertyName(member: ts.TypeElement): string | undefined {
  return member.name !== undefined && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)) ? member.name.text : undefined;
}

function neverProperty(name: string): ts.PropertySignature {
  const { factory } = ts;
  return factory.createPropertySignature(
    undefined,
    name,
    factory.createToken(ts.SyntaxKind.QuestionToken),
    factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword),
  );
}
