import { followed } from "./contract.ts";
import { isObject, type Json } from "./json.ts";
import { listOf, METHODS, pathItemsOf } from "./operations.ts";

/**
 * Copies into each operation of a bundled document what its path and the root define for it:
 * `parameters` and `servers` of paths, `security` of the root, path items that are references.
 */
export function mergeOperations(document: Json): void {
  inlinePathItems(document);
  for (const { item } of pathItemsOf(document)) {
    const shared = listOf(item["parameters"]);
    for (const method of METHODS) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const own = listOf(operation["parameters"]);
      const inherited = shared.filter((parameter) => !own.some((other) => parameter === other || isSameParameter(document, parameter, other)));
      if (inherited.length > 0) Object.assign(operation, { parameters: [...inherited, ...own] });
      for (const [name, value] of [["security", document["security"]] as const, ["servers", item["servers"]] as const])
        if (value !== undefined && operation[name] === undefined) Object.assign(operation, { [name]: value });
    }
    for (const name of ["parameters", "servers"]) Reflect.deleteProperty(item, name);
  }
  Reflect.deleteProperty(document, "security");
}

/** A path item of the components that a path refers to belongs to that path. */
function inlinePathItems(document: Json): void {
  const paths = document["paths"];
  if (!isObject(paths)) return;
  const used = new Set<unknown>();
  for (const [path, item] of Object.entries(paths)) {
    if (!isObject(item) || item["$ref"] === undefined) continue;
    const target = followed(document, item);
    if (target === undefined) continue;
    used.add(target);
    const { $ref: _, ...own } = item;
    Object.assign(paths, { [path]: { ...target, ...own } });
  }
  const components = document["components"];
  const pathItems = isObject(components) ? components["pathItems"] : undefined;
  if (!isObject(pathItems)) return;
  const unbound = Object.entries(pathItems).filter(([, item]) => !used.has(followed(document, item)));
  if (unbound.length === Object.keys(pathItems).length) return;
  if (unbound.length > 0) Object.assign(components ?? {}, { pathItems: Object.fromEntries(unbound) });
  else Reflect.deleteProperty(components ?? {}, "pathItems");
}

// OpenAPI 3.1, Path Item Object: an operation's parameter overrides one of its path.
function isSameParameter(document: Json, one: unknown, other: unknown): boolean {
  const [a, b] = [followed(document, one), followed(document, other)];
  return a !== undefined && b !== undefined && a["name"] === b["name"] && a["in"] === b["in"];
}
