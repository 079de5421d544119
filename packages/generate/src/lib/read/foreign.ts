import { type Config, createConfig } from "@redocly/openapi-core";
import { EXTENSION_RULES } from "../rules/rules.ts";
import { followed, isObject, isServiceName, type Json, METHODS, operationsOf, TAKEN_METHODS } from "../contract/index.ts";

/** The rules for a foreign contract: references resolve, and our extensions have valid values. */
export function foreignRules(): Promise<Config> {
  const own = Object.keys(EXTENSION_RULES).map((name) => [`keywright/${name}`, { severity: "error" as const, foreign: true }]);
  return createConfig({
    plugins: [{ id: "keywright", rules: { oas3: EXTENSION_RULES } }],
    rules: {
      struct: "warn",
      "no-unresolved-refs": "error",
      "no-identical-paths": "warn",
      "operation-operationId-unique": "warn",
      ...Object.fromEntries(own),
    },
  });
}

/** Idempotent methods (RFC 9110 §9.2.2). */
const IDEMPOTENT = new Set(["get", "put", "delete", "head", "options", "trace"]);

/**
 * Fills in what a foreign contract may leave out, unlike the contracts of this repository:
 * an `operationId` that is an identifier, a summary, and `x-retry` by the method.
 *
 * @returns What was chosen, with the JSON pointers of operations.
 */
export function fillIn(document: Json): readonly (readonly [pointer: string, chosen: string])[] {
  const chosen: [string, string][] = [];
  Object.assign(document, { paths: {}, components: {}, ...document });
  // Servers that all paths have are those of the client.
  const items = Object.values(isObject(document["paths"]) ? document["paths"] : {}).filter(isObject);
  const [servers, ...others] = new Set(items.map((item) => JSON.stringify(item["servers"] ?? [])));
  if (document["servers"] === undefined && servers !== undefined && servers !== "[]" && others.length === 0)
    Object.assign(document, { servers: items[0]?.["servers"] });
  separatePaths(document);
  const ids = new Set<string>([...TAKEN_METHODS].map((name) => name.toLowerCase()));
  for (const { path, method, definition, pointer } of operationsOf({ document })) {
    // Only operations at paths have names that can be made from them.
    if (path === "") continue;
    const name = method.toLowerCase();
    const { operationId = `${name} ${path}`, summary = `${method} ${path}`, responses = {} } = definition;
    const { "x-retry": retry = IDEMPOTENT.has(name) ? "safe" : "never" } = definition;
    const own = identifier(operationId);
    let id = own;
    for (let number = 2; ids.has(id.toLowerCase()); number += 1) id = `${own}${number}`;
    ids.add(id.toLowerCase());
    if (id !== own) chosen.push([pointer, `the name ${own} is taken: give this operation another operationId. Chosen: ${id}`]);
    Object.assign(definition, { operationId: id, summary, "x-retry": retry, responses });
  }
  return chosen;
}

/** Copies operations that paths share by an alias of YAML or a reference: each path has its own. */
function separatePaths(document: Json): void {
  const paths = isObject(document["paths"]) ? document["paths"] : {};
  const seen = new Set<unknown>();
  for (const [path, item] of Object.entries(paths)) {
    if (!isObject(item)) continue;
    const { $ref, ...own } = item;
    const isReference = typeof $ref === "string" && $ref.startsWith("#/paths/");
    const copied: Json = isReference ? { ...followed(document, item), ...own } : { ...item };
    const operations = Object.entries(copied).filter(([method, operation]) => METHODS.includes(method) && isObject(operation));
    const shared = operations.filter(([, operation]) => seen.has(operation)).map(([method, operation]) => [method, Object.assign({}, operation)] as const);
    for (const [, operation] of operations) seen.add(operation);
    if (isReference || shared.length > 0) Object.assign(paths, { [path]: Object.assign(copied, Object.fromEntries(shared)) });
  }
}

/** Name of a service: the first word of the title, otherwise the folder, otherwise `service`. */
export function serviceName({ info }: Json, folder: string): string {
  const title = isObject(info) ? info["title"] : undefined;
  const [word = ""] = String(title ?? "")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part !== "");
  // Each client has an `isApiError` that is not of one service.
  return [word.toLowerCase(), folder].find((name) => isServiceName(name) && name !== "api") ?? "service";
}

/** `StringBody_sendAsText` and `string-body/sendAsText` as `stringBodySendAsText`. */
function identifier(name: string): string {
  const words = name.split(/(?:(?!\p{ID_Continue})[^]|_)+/u).filter((word) => word !== "");
  const joined = words.map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1)).join("");
  return /^\p{ID_Start}/u.test(joined) ? joined : `operation${joined}`;
}
