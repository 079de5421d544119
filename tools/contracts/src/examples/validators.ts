import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json } from "@keywright/generate/contract";

/** Returns why a value does not match the schema at the pointer; `undefined` if it does. */
export type Validate = (schemaPointer: string, value: unknown) => string | undefined;

/** Creates a bundled contract's validator, which asserts formats and ignores OpenAPI keywords. */
export function createValidator(document: Json): Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The default export of a CommonJS module, as TypeScript sees it.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addFormat("binary", true);
  ajv.addSchema(document, "contract");
  return (schemaPointer, value) => {
    const reference = `contract#${schemaPointer
      .split("/")
      .slice(1)
      .map((key) => `/${encodeURIComponent(key)}`)
      .join("")}`;
    const validate = compiled(ajv, reference);
    return validate === undefined || validate(value) ? undefined : describe(validate.errors ?? []);
  };
}

function compiled(ajv: Ajv2020, reference: string): ValidateFunction | undefined {
  try {
    return ajv.getSchema(reference) ?? ajv.compile({ $ref: reference });
  } catch {
    return undefined;
  }
}

/** Returns a function that finds a schema's invalid keywords, but not those of nested schemas. */
export function createSchemaValidator(): (schema: Json) => readonly { readonly keyword: string; readonly problem: string }[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  return (schema) => {
    void ajv.validateSchema(schema);
    const problems = new Map<string, string>();
    for (const { instancePath, message = "is not valid" } of ajv.errors ?? []) {
      const [, keyword = "", ...deeper] = instancePath.split("/");
      if (deeper.length === 0 && keyword !== "" && !problems.has(keyword)) problems.set(keyword, message);
    }
    const { pattern } = schema;
    if (typeof pattern === "string" && !isRegularExpression(pattern)) problems.set("pattern", `is not a regular expression: ${JSON.stringify(pattern)}`);
    return [...problems].map(([keyword, problem]) => ({ keyword, problem }));
  };
}

/** JSON Schema 2020-12 patterns are ECMA-262 with the flag `u`. */
function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").unicode;
  } catch {
    return false;
  }
}

const SHOWN_REASONS = 4;

function describe(errors: readonly ErrorObject[]): string {
  const reasons = errors.map(({ instancePath, message, params }) => {
    const detail = Object.values(params as Json).filter((value) => typeof value === "string" && !message?.includes(value));
    return `${instancePath === "" ? "the value" : instancePath} ${message}${detail.length > 0 ? ` (${detail.join(", ")})` : ""}`;
  });
  const shown = [...new Set(reasons)];
  return shown.length > SHOWN_REASONS ? `${shown.slice(0, SHOWN_REASONS).join("; ")}; and ${shown.length - SHOWN_REASONS} more` : shown.join("; ");
}
