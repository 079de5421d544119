import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Issue } from "./issues.ts";
import type { Json } from "./operation-spec.ts";
import { toIssues } from "./validator-errors.ts";

/** Checks values against the schemas of one contract. Each schema is compiled once, when it is first needed. */
export interface SchemaChecks {
  /** What is wrong with a value, nothing where it fits. */
  check(place: Issue["in"], schema: Json, value: unknown): readonly Issue[];
  /** The same by the name of a schema. */
  checkNamed(name: string, value: unknown): readonly Issue[];
}

// OpenAPI's and our own annotations, which no validator has to know. Any other unknown keyword is a mistake and stops the start.
const ANNOTATIONS = ["x-exclusive", "x-secret", "xml"];

/** Makes the checks of a contract. */
export function createSchemaChecks(document: Json): SchemaChecks {
  // The contract itself was checked when it was generated; its meta-schema costs more to compile than the contract.
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strictSchema: true,
    strictTypes: false,
    strictRequired: false,
    validateSchema: false,
    meta: false,
  });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addVocabulary(ANNOTATIONS);
  const schemas = ((document["components"] as Json)["schemas"] ?? {}) as { [name: string]: Json };
  // By the very text of a reference: an operation's schema finds the named ones, and these are compiled once for all operations.
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, `#/components/schemas/${name}`, undefined, false);

  const compiled = new WeakMap<Json, ValidateFunction>();
  const validate = (schema: Json, value: unknown): readonly ErrorObject[] => {
    let validator = compiled.get(schema);
    if (validator === undefined) compiled.set(schema, (validator = ajv.compile(schema)));
    return validator(value) ? [] : (validator.errors ?? []);
  };
  const check = (place: Issue["in"], schema: Json, value: unknown): readonly Issue[] => {
    const errors = validate(schema, value);
    return errors.length === 0 ? [] : toIssues(place, errors, validate);
  };
  const references = new Map(Object.keys(schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  return {
    check,
    checkNamed(name, value) {
      const reference = references.get(name);
      if (reference === undefined) throw new Error(`the contract has no schema ${name}`);
      return check("body", reference, value);
    },
  };
}
