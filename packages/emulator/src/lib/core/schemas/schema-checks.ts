import type { Issue } from "../values/issues.ts";
import { type Json, objectAt } from "../values/json.ts";
import { toIssues } from "./validator-errors.ts";
import type { Validator, ValidatorOf } from "./validator-runtime.ts";

/** Checks values against the schemas of a contract. */
export interface SchemaChecks {
  /** Returns the issues of a value. A property that is `undefined` counts as absent. */
  check(place: Issue["in"], schema: Json, value: unknown): readonly Issue[];
  /** Returns the issues of a value against a named schema. */
  checkNamed(name: string, value: unknown): readonly Issue[];
}

const NO_ISSUES: readonly Issue[] = [];

/** Creates the checks of a contract. */
export function createSchemaChecks(document: Json, validatorOf: ValidatorOf): SchemaChecks {
  const errorsOf = (schema: Json, value: unknown): NonNullable<Validator["errors"]> => {
    const validator = validatorOf(schema);
    return validator(value) ? [] : (validator.errors ?? []);
  };
  const check = (place: Issue["in"], schema: Json, value: unknown): readonly Issue[] =>
    validatorOf(schema)(value) ? NO_ISSUES : toIssues(place, errorsOf(schema, withoutUndefined(value)), errorsOf);
  const references = new Map(Object.keys(objectAt(document, "components", "schemas")).map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  return {
    check,
    checkNamed(name, value) {
      const reference = references.get(name);
      if (reference === undefined) throw new Error(`the contract has no schema ${name}`);
      return check("body", reference, value);
    },
  };
}

/** Returns arrays and plain objects without `undefined` properties, as in JSON. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const there = Object.entries(value).filter(([, property]) => property !== undefined);
  return Object.fromEntries(there.map(([name, property]) => [name, withoutUndefined(property)]));
}
