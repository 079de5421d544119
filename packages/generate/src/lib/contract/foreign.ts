import { type Config, createConfig } from "@redocly/openapi-core";
import { isServiceName } from "./variable-name.ts";

type Members = { [name: string]: unknown };

const METHODS = ["get", "put", "post", "patch", "delete", "head", "options", "trace"];

/** What any contract must be: an OpenAPI document whose references lead somewhere, and whose operations differ. */
export function foreignRules(): Promise<Config> {
  return createConfig({ rules: { struct: "error", "no-unresolved-refs": "error", "no-identical-paths": "error", "operation-operationId-unique": "error" } });
}

/** Methods whose repetition has the effect of one request (RFC 9110 §9.2.2). */
const IDEMPOTENT = new Set(["get", "put", "delete", "head", "options", "trace"]);

/**
 * Writes into a document what the contracts of this repository say themselves and another contract may leave out:
 * an `operationId` that is an identifier, a summary, and `x-retry` by the method.
 */
export function fillIn(document: object): void {
  const members = document as Members;
  members["paths"] ??= {};
  members["components"] ??= {};
  for (const [path, item] of Object.entries(members["paths"] as { [path: string]: Members })) {
    for (const method of METHODS) {
      const operation = item[method] as Members | undefined;
      if (operation === undefined) continue;
      operation["operationId"] = identifier(String(operation["operationId"] ?? `${method} ${path}`));
      operation["summary"] ??= `${method.toUpperCase()} ${path}`;
      operation["x-retry"] ??= IDEMPOTENT.has(method) ? "safe" : "never";
      operation["responses"] ??= {};
    }
  }
}

/** The name of a service out of its contract: the first word of the title, else the folder, else `api`. */
export function serviceName(document: object, folder: string): string {
  const { title = "" } = ((document as Members)["info"] ?? {}) as { readonly title?: string };
  const [word = ""] = title.split(/[^A-Za-z\d]+/).filter((part) => part !== "");
  return [word.toLowerCase(), folder].find(isServiceName) ?? "api";
}

/** `StringBody_sendAsText` and `string-body/sendAsText` as `stringBodySendAsText`. */
function identifier(name: string): string {
  const words = name.split(/[^A-Za-z\d]+/).filter((word) => word !== "");
  const joined = words.map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1)).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `operation${joined}`;
}
