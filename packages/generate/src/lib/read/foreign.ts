import { type Config, createConfig } from "@redocly/openapi-core";
import { address } from "../rules/address.js";
import { exclusiveProperties } from "../rules/exclusive-members.js";
import { extensions } from "../rules/extensions.js";
import { feed } from "../rules/feed.js";
import { filterShape } from "../rules/filter-shape.js";
import { formats } from "../rules/formats.js";
import { operationRetry } from "../rules/operation-retry.js";
import { pagination } from "../rules/pagination.js";
import { isObject, isServiceName, type Json, operationsOf } from "../contract/index.ts";

/** The rules for the values of our extensions. */
const EXTENSIONS = {
  address,
  "exclusive-members": exclusiveProperties,
  extensions,
  feed,
  "filter-shape": filterShape,
  formats,
  "operation-retry": operationRetry,
  pagination,
};

/** The rules for a foreign contract: references resolve, and our extensions have valid values. */
export function foreignRules(): Promise<Config> {
  const own = Object.keys(EXTENSIONS).map((name) => [`keywright/${name}`, { severity: "error" as const, foreign: true }]);
  return createConfig({
    plugins: [{ id: "keywright", rules: { oas3: EXTENSIONS } }],
    rules: {
      struct: "error",
      "no-unresolved-refs": "error",
      "no-identical-paths": "error",
      "operation-operationId-unique": "error",
      ...Object.fromEntries(own),
    },
  });
}

/** Idempotent methods (RFC 9110 §9.2.2). */
const IDEMPOTENT = new Set(["get", "put", "delete", "head", "options", "trace"]);

/**
 * Fills in what a foreign contract may leave out, unlike the contracts of this repository:
 * an `operationId` that is an identifier, a summary, and `x-retry` by the method.
 */
export function fillIn(document: Json): void {
  Object.assign(document, { paths: {}, components: {}, ...document });
  for (const { path, method, definition } of operationsOf({ document })) {
    // Only operations at paths have names that can be made from them.
    if (path === "") continue;
    const name = method.toLowerCase();
    const { operationId = `${name} ${path}`, summary = `${method} ${path}`, responses = {} } = definition;
    const { "x-retry": retry = IDEMPOTENT.has(name) ? "safe" : "never" } = definition;
    Object.assign(definition, { operationId: identifier(operationId), summary, "x-retry": retry, responses });
  }
}

/** Name of a service: the first word of the title, otherwise the folder, otherwise `api`. */
export function serviceName({ info }: Json, folder: string): string {
  const title = isObject(info) ? info["title"] : undefined;
  const [word = ""] = String(title ?? "")
    .split(/[^A-Za-z\d]+/)
    .filter((part) => part !== "");
  return [word.toLowerCase(), folder].find(isServiceName) ?? "api";
}

/** `StringBody_sendAsText` and `string-body/sendAsText` as `stringBodySendAsText`. */
function identifier(name: string): string {
  const words = name.split(/[^A-Za-z\d]+/).filter((word) => word !== "");
  const joined = words.map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1)).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `operation${joined}`;
}
