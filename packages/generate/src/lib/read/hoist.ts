import { eachNode, followed, isObject, join, type Json, keysOf, pointerOf, pointersOf, valueAt } from "../contract/index.ts";

/**
 * Names each schema that a reference finds inside of another part, such as
 * `#/components/schemas/Order/properties/lines/items`: types can only refer to names.
 * A reference to another part of a path is replaced by that part.
 */
export function hoistTargets(document: Json): void {
  const pointers = pointersOf(document);
  const references: (readonly [Json, Target])[] = [];
  eachNode(document, (node) => {
    if (!isObject(node) || typeof node["$ref"] !== "string" || !node["$ref"].startsWith("#/")) return;
    const pointer = pointerOf(node["$ref"]);
    if (COMPONENT.test(pointer)) return;
    const value = followed(document, targetAt(document, pointer));
    if (isObject(value)) references.push([node, { value, ...placeOf(document, pointers, value, pointer) }]);
  });
  // Moved objects remain the same, so each reference finds its own, also inside of others.
  const names = new Map<Json, string>();
  for (const [node, target] of references) {
    const { value, keys } = target;
    const isComponent = COMPONENT.test(`#${keys.map((key) => join("", key)).join("")}`);
    if (!isComponent && !isSchemaAt(keys)) {
      Reflect.deleteProperty(node, "$ref");
      Object.assign(node, { ...value, ...node });
      continue;
    }
    const ref = names.get(value) ?? (isComponent ? `#${keys.map((key) => join("", key)).join("")}` : hoist(document, target));
    names.set(value, ref);
    Object.assign(node, { $ref: ref });
  }
}

const COMPONENT = /^#\/components\/[^/]+\/[^/]+$/;

/** What a reference finds, with its keys in the document and the object or list around it. */
interface Target {
  readonly value: Json;
  readonly keys: readonly string[];
  readonly parent: unknown;
}

function placeOf(document: Json, pointers: ReadonlyMap<unknown, string>, value: Json, pointer: string): Pick<Target, "keys" | "parent"> {
  const own = valueAt(document, pointer) === value ? pointer : (pointers.get(value) ?? pointer);
  return { keys: keysOf(own), parent: valueAt(document, own.slice(0, own.lastIndexOf("/"))) };
}

/** The value at a pointer, which may lead through other references. */
function targetAt(document: Json, pointer: string): unknown {
  return keysOf(pointer).reduce<unknown>((at, key) => valueAt(isObject(at) ? followed(document, at) : at, join("#", key)), document);
}

/** Whether a part in a place is a schema. */
function isSchemaAt(keys: readonly string[]): boolean {
  return keys.includes("schemas") || keys.includes("schema") || keys.includes("itemSchema");
}

/** Moves a schema to the components. Returns the reference to it. */
function hoist(document: Json, { value, keys, parent }: Target): string {
  const components = isObject(document["components"]) ? document["components"] : {};
  if (document["components"] === undefined) Object.assign(document, { components });
  if (!isObject(components["schemas"])) Object.assign(components, { schemas: {} });
  const schemas = isObject(components["schemas"]) ? components["schemas"] : {};
  const words = keys.filter((key) => !/^(components|schemas?|properties|paths|content|\d+)$/.test(key)).flatMap((key) => key.split(/[^\p{L}\p{M}\p{N}]+/u));
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  let free = name;
  for (let number = 2; free in schemas; number += 1) free = `${name}${number}`;
  Object.assign(schemas, { [free]: value });
  const $ref = join("#/components/schemas", free);
  if (typeof parent === "object" && parent !== null) Object.assign(parent, { [keys.at(-1) ?? ""]: { $ref } });
  return $ref;
}
