import { eachNode, isObject, join, type Json, keysOf, pointerOf, valueAt } from "../contract/index.ts";

/**
 * Names each schema that a reference finds inside of another part, such as
 * `#/components/schemas/Order/properties/lines/items`: types can only refer to names.
 * A reference to another part of a path is replaced by that part.
 */
export function hoistTargets(document: Json): void {
  const references = new Map<string, Json[]>();
  eachNode(document, (node) => {
    if (!isObject(node) || typeof node["$ref"] !== "string" || !node["$ref"].startsWith("#/")) return;
    const pointer = pointerOf(node["$ref"]);
    if (/^#\/components\/[^/]+\/[^/]+$/.test(pointer)) return;
    references.set(pointer, [...(references.get(pointer) ?? []), node]);
  });
  for (const [pointer, nodes] of references) {
    const target = valueAt(document, pointer);
    if (!isObject(target)) continue;
    const keys = keysOf(pointer);
    const ref = typeof target["$ref"] === "string" ? target["$ref"] : isSchemaAt(keys) ? hoist(document, keys, target) : undefined;
    for (const node of nodes) {
      if (ref !== undefined) Object.assign(node, { $ref: ref });
      else {
        Reflect.deleteProperty(node, "$ref");
        Object.assign(node, { ...target, ...node });
      }
    }
  }
}

/** Whether a part in a place is a schema. */
function isSchemaAt(keys: readonly string[]): boolean {
  return keys.includes("schemas") || keys.includes("schema") || keys.includes("itemSchema");
}

/** Moves a schema to the components. Returns the reference to it. */
function hoist(document: Json, keys: readonly string[], target: Json): string {
  const components = isObject(document["components"]) ? document["components"] : {};
  if (document["components"] === undefined) Object.assign(document, { components });
  if (!isObject(components["schemas"])) Object.assign(components, { schemas: {} });
  const schemas = isObject(components["schemas"]) ? components["schemas"] : {};
  const words = keys.filter((key) => !/^(components|schemas?|properties|paths|content|\d+)$/.test(key)).flatMap((key) => key.split(/[^A-Za-z\d]+/));
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  let free = name;
  for (let number = 2; free in schemas; number += 1) free = `${name}${number}`;
  Object.assign(schemas, { [free]: target });
  const $ref = join("#/components/schemas", free);
  const parent = valueAt(
    document,
    `#${keys
      .slice(0, -1)
      .map((key) => join("", key))
      .join("")}`,
  );
  if (typeof parent === "object" && parent !== null) Object.assign(parent, { [keys.at(-1) ?? ""]: { $ref } });
  return $ref;
}
