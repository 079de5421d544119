import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json } from "./places.ts";

/** Says what is wrong with a value; `undefined` where it is what the schema at the pointer asks for. */
export type Validate = (schemaPointer: string, value: unknown) => string | undefined;

/** Makes the validator of a bundled contract. Formats are asserted, keywords of OpenAPI that JSON Schema does not know are passed over. */
export function createValidator(document: Json): Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The default export of a CommonJS module, as TypeScript sees it.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addFormat("binary", true);
  ajv.addSchema(document, "contract");
  return (schemaPointer, value) => {
    const reference = `contract#${schemaPointer.split("/").map(encodeURIComponent).join("/")}`;
    const validate = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference });
    return validate(value) ? undefined : describe(validate.errors ?? []);
  };
}

/** More than this many reasons are seldom read. */
const SHOWN_REASONS = 4;

function describe(errors: readonly ErrorObject[]): string {
  const reasons = errors.map(({ instancePath, message, params }) => {
    const detail = Object.values(params as Json).filter((value) => typeof value === "string" && !message?.includes(value));
    return `${instancePath === "" ? "the value" : instancePath} ${message}${detail.length > 0 ? ` (${detail.join(", ")})` : ""}`;
  });
  const shown = [...new Set(reasons)];
  return shown.length > SHOWN_REASONS ? `${shown.slice(0, SHOWN_REASONS).join("; ")}; and ${shown.length - SHOWN_REASONS} more` : shown.join("; ");
}
