import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Pointer } from "./contract.ts";
import type { Json } from "./json.ts";

/** Returns what is wrong with a value, by the schema at a place of the document; empty if it is valid. */
export type CheckSchema = (schema: Pointer, value: unknown) => readonly string[];

const MOST_PROBLEMS = 3;

/** Creates the checks of a document's schemas. Each schema is compiled when it is first needed. */
export function createSchemas(document: Json): CheckSchema {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, "contract");
  return (schema, value) => {
    const reference = `contract#/${schema.map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
    const validate = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference });
    if (validate(value)) return [];
    return [...new Set((validate.errors ?? []).map(describe))].slice(0, MOST_PROBLEMS);
  };
}

/** The message has names and rules, and no values, because a value can be a secret. */
function describe({ instancePath, message = "is not valid" }: ErrorObject): string {
  return `${instancePath === "" ? "the body" : instancePath} ${message}`;
}
