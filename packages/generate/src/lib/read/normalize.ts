import { isObject, join, type Json, listOf, METHODS, pointerOf, valueAt } from "../contract/index.ts";
import { PAGE_STYLES } from "../pagination/index.ts";
import { type Add, objectsIn, upgradeSwagger } from "./upgrade-swagger.ts";

/** What was read in another way than it is written, with its object. */
export interface Reading {
  readonly at: object;
  readonly message: string;
}

/** Objects of a document, each with its JSON pointer in the file. */
export type Pointers = Map<unknown, string>;

/** Keys whose values are maps: their own keys are names. */
const MAPS = new Set(
  "$defs callbacks content definitions dependentSchemas encoding examples flows headers links mapping parameters pathItems paths patternProperties properties requestBodies responses schemas scopes securityDefinitions securitySchemes variables webhooks".split(
    " ",
  ),
);

/** Keys whose values are data, where `$ref` and `null` have no meaning. */
const DATA = new Set(["const", "default", "enum", "example", "value"]);

const STYLES = Object.keys(PAGE_STYLES).join(", ");

/** What may be next to `$ref` in OpenAPI 3.0, where everything else is ignored. */
const BESIDE_REFERENCE = new Set(["$ref", "description", "summary", "nullable"]);

/**
 * Makes a document of a foreign contract OpenAPI 3.1 in place, so that it keeps its meaning.
 * Objects stay the same, so that a finding has the line of the file.
 *
 * @param pointers The places of its objects; new objects are added.
 * @returns What was read in another way than it is written.
 */
export function normalize(document: unknown, pointers: Pointers, isOld: boolean): readonly Reading[] {
  const readings: Reading[] = [];
  const root = isObject(document) ? document : {};
  const add = (made: object, from: object): void => void pointers.set(made, pointers.get(from) ?? "#/");
  const isSwagger = root["swagger"] !== undefined;
  const names = isObject(root["definitions"]) ? root["definitions"] : valueAt(root, "#/components/schemas");
  const seen = new Set<unknown>();
  // OpenAPI 3.0, Path Item Object: the fields next to its `$ref` are not ignored.
  const items = new Set([...objectsIn(root["paths"]), ...objectsIn(root["webhooks"])]);
  if (["parameters", "servers", ...METHODS].some((key) => key in root)) items.add(root);
  const visit = (node: unknown, isMap: boolean, inExamples = false): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    if (Array.isArray(node)) return node.forEach((element) => visit(element, false));
    if (!isMap && isObject(node)) change(node, inExamples);
    for (const [key, member] of Object.entries(node))
      if (isMap || (!DATA.has(key) && !(key === "examples" && Array.isArray(member))))
        visit(member, !isMap && MAPS.has(key), isMap && inExamples ? true : key === "examples");
  };
  const change = (node: Json, isExample: boolean): void => {
    readings.push(...dropUnread(node, isExample));
    if (isSwagger) rename(node);
    const { discriminator } = node;
    if (typeof discriminator === "string") Object.assign(node, { discriminator: { propertyName: discriminator } });
    if (isObject(discriminator) && isObject(discriminator["mapping"])) spellMapping(discriminator["mapping"], root, names);
    const pagination = node["x-pagination"];
    if (pagination !== undefined && !(isObject(pagination) && "style" in pagination)) {
      readings.push({ at: node, message: `x-pagination has no style, so it is not read. To iterate over pages, write a style of ${STYLES}` });
      Reflect.deleteProperty(node, "x-pagination");
    }
    for (const callback of objectsIn(node["callbacks"])) objectsIn(callback).forEach((item) => items.add(item));
    if (isOld && !items.has(node)) dropIgnored(node);
    if (isOld) readings.push(...dropUndefined(node, items.has(node)));
    readings.push(...dropContradiction(node, add));
    changeSchema(node, add);
  };
  visit(document, false);
  if (isSwagger) upgradeSwagger(root, add);
  else if (isOld && root["openapi"] !== undefined) Object.assign(root, { openapi: "3.1.0" });
  return readings;
}

/** Removes null, and references of data and extensions, which would be followed. */
function dropUnread(node: Json, isExample: boolean): Reading[] {
  const readings: Reading[] = [];
  for (const [key, member] of Object.entries(node)) {
    const isData = DATA.has(key) || key.startsWith("x-") || (key === "examples" && Array.isArray(member));
    if ((isData && (isExample || key !== "value") && hasReference(member)) || key === "externalValue") Reflect.deleteProperty(node, key);
    if (member !== null || DATA.has(key) || key.startsWith("x-")) continue;
    readings.push({ at: node, message: `${key} is null, which has no meaning there: it is read as absent` });
    Reflect.deleteProperty(node, key);
  }
  return readings;
}

/** An enumeration of scalars is that of the elements of a list; other types have no such value. */
function dropContradiction(node: Json, add: Add): Reading[] {
  const { type, items, enum: values } = node;
  const isScalar = Array.isArray(values) && values.length > 0 && values.every((value) => typeof value !== "object");
  if (!isScalar || (type !== "object" && type !== "array")) return [];
  const message = `no value of enum is of the type ${type}. Chosen: `;
  if (type === "array" && isObject(items)) {
    const made = { enum: values, ...("$ref" in items ? { allOf: [items] } : items) };
    add(made, items);
    Object.assign(node, { items: made });
    Reflect.deleteProperty(node, "enum");
    return [{ at: node, message: `${message}lists of the values` }];
  }
  Reflect.deleteProperty(node, "type");
  return [{ at: node, message: `${message}the values, without the type` }];
}

/** Whether data has a reference, which would be followed. */
function hasReference(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (isObject(value) && typeof value["$ref"] === "string") || Object.values(value).some(hasReference);
}

/** Removes what OpenAPI 3.0 and 2.0 ignore next to a reference. */
function dropIgnored(node: Json): void {
  if (typeof node["$ref"] !== "string") return;
  for (const key of Object.keys(node)) if (!BESIDE_REFERENCE.has(key) && !key.startsWith("x-")) Reflect.deleteProperty(node, key);
}

/** Removes what OpenAPI 3.0 ignores: the body of a GET, and styles of parts of multipart. */
function dropUndefined(node: Json, isPathItem: boolean): Reading[] {
  const media = Object.entries(isObject(node["content"]) ? node["content"] : {}).filter(([type]) => /^multipart\//i.test(type));
  for (const encoding of media.flatMap(([, value]) => (isObject(value) ? objectsIn(value["encoding"]) : [])))
    for (const key of ["style", "explode", "allowReserved"]) Reflect.deleteProperty(encoding, key);
  const operations = isPathItem ? ["get", "head"].map((method) => node[method]).filter(isObject) : [];
  return operations
    .filter((operation) => Reflect.has(operation, "requestBody") && Reflect.deleteProperty(operation, "requestBody"))
    .map((at) => ({ at, message: "a GET or HEAD has a body, which OpenAPI 3.0 ignores: it is read as absent" }));
}

/** The places of OpenAPI 2.0 in 3.1. */
function rename(node: Json): void {
  const ref = node["$ref"];
  if (typeof ref !== "string") return;
  const moved = ref.replace(/^#\/definitions\//, "#/components/schemas/").replace(/^#\/(parameters|responses)\//, "#/components/$1/");
  if (moved !== ref) Object.assign(node, { $ref: moved });
}

/** OpenAPI 3.1, Discriminator Object: a mapping has references, or names of schemas. */
function spellMapping(mapping: Json, root: Json, names: unknown): void {
  for (const [tag, target] of Object.entries(mapping))
    // What does not exist is no alternative.
    if (typeof target === "string" && target.startsWith("#/") && valueAt(root, pointerOf(target)) === undefined && valueAt(root, old(target)) === undefined)
      Reflect.deleteProperty(mapping, tag);
    else if (typeof target === "string" && isObject(names) && Object.hasOwn(names, target))
      Object.assign(mapping, { [tag]: join("#/components/schemas", target) });
}

/** Writes the keywords of a schema of OpenAPI 3.0 or 2.0 as JSON Schema 2020-12. */
function changeSchema(node: Json, add: Add): void {
  for (const [limit, exclusive] of [["minimum", "exclusiveMinimum"] as const, ["maximum", "exclusiveMaximum"] as const]) {
    if (typeof node[exclusive] !== "boolean") continue;
    const isExclusive = node[exclusive] && node[limit] !== undefined;
    if (isExclusive) Object.assign(node, { [exclusive]: node[limit] });
    for (const key of isExclusive ? [limit] : [exclusive]) Reflect.deleteProperty(node, key);
  }
  for (const key of ["oneOf", "anyOf", "allOf"]) if (Array.isArray(node[key]) && node[key].length === 0) Reflect.deleteProperty(node, key);
  if (Array.isArray(node["items"])) {
    Object.assign(node, { prefixItems: node["items"] });
    Reflect.deleteProperty(node, "items");
  }
  if (Array.isArray(node["type"]) && node["type"].includes(null)) Object.assign(node, { type: node["type"].map((type: unknown) => type ?? "null") });
  const isNullable = node["nullable"] === true || node["x-nullable"] === true;
  if (typeof node["nullable"] === "boolean") Reflect.deleteProperty(node, "nullable");
  // A parameter is no schema.
  if (isNullable && node["in"] === undefined) allowNull(node, add);
}

/** The place of a schema in OpenAPI 2.0. */
function old(pointer: string): string {
  return pointer.replace(/^#\/components\/schemas\//, "#/definitions/");
}

/** Annotations, which remain outside when null is added to a schema as an alternative. */
const OUTSIDE = new Set(["title", "description", "deprecated", "readOnly", "writeOnly", "default", "example", "examples"]);

function allowNull(node: Json, add: Add): void {
  const { type, enum: values } = node;
  if (Array.isArray(values) && !values.includes(null)) Object.assign(node, { enum: [...values, null] });
  const isPlain = !["$ref", "allOf", "oneOf", "anyOf", "const"].some((key) => key in node);
  if (isPlain) {
    if (type !== undefined) Object.assign(node, { type: [...new Set([type].flat()), "null"] });
    return;
  }
  const nothing = { type: "null" };
  add(nothing, node);
  const [list, ...others] = ["oneOf", "anyOf"].filter((key) => key in node);
  if (list !== undefined && others.length === 0 && !["$ref", "allOf", "properties", "type", "const"].some((key) => key in node)) {
    Object.assign(node, { [list]: [...listOf(node[list]), nothing] });
    return;
  }
  const own = Object.fromEntries(Object.entries(node).filter(([key]) => !OUTSIDE.has(key) && !key.startsWith("x-")));
  add(own, node);
  for (const key of Object.keys(own)) Reflect.deleteProperty(node, key);
  Object.assign(node, { anyOf: [own, nothing] });
}
