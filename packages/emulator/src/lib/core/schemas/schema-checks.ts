import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Issue } from "../values/issues.ts";
import { type Json, objectAt } from "../values/json.ts";
import { toIssues } from "./validator-errors.ts";

/** Checks values against the schemas of a contract, each compiled when it is first needed. */
export interface SchemaChecks {
  /** Returns the issues of a value. A property that is `undefined` counts as absent. */
  check(place: Issue["in"], schema: Json, value: unknown): readonly Issue[];
  /** Returns the issues of a value against a named schema. */
  checkNamed(name: string, value: unknown): readonly Issue[];
}

const NO_ISSUES: readonly Issue[] = [];

/** Creates the checks of a contract. */
export function createSchemaChecks(document: Json): SchemaChecks {
  // The generator has checked the contract, and compiling the meta-schema takes long.
  const options = { strictSchema: true, strictTypes: false, strictRequired: false, validateSchema: false, meta: false, ownProperties: true } as const;
  const schemas = objectAt(document, "components", "schemas");
  // Most values are valid, so the validator of all errors is only created for one that is not.
  const judge = compiler(options, document);
  const explain = compiler({ ...options, allErrors: true, verbose: true }, document);
  const errorsOf = (schema: Json, value: unknown): readonly ErrorObject[] => {
    const validator = explain(schema);
    return validator(value) ? [] : (validator.errors ?? []);
  };
  const check = (place: Issue["in"], schema: Json, value: unknown): readonly Issue[] =>
    judge(schema)(value) ? NO_ISSUES : toIssues(place, errorsOf(schema, withoutUndefined(value)), errorsOf);
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

/** Compiles each schema once, when it is first needed. */
function compiler(options: ConstructorParameters<typeof Ajv2020>[0], document: Json): (schema: Json) => ValidateFunction {
  const compiled = new WeakMap<Json, ValidateFunction>();
  const make = lazyAjv(options, document);
  return (schema) => {
    let validator = compiled.get(schema);
    if (validator === undefined) compiled.set(schema, (validator = make().compile(schema)));
    return validator;
  };
}

function lazyAjv(options: ConstructorParameters<typeof Ajv2020>[0], document: Json): () => Ajv2020 {
  let ajv: Ajv2020 | undefined;
  return () => {
    if (ajv !== undefined) return ajv;
    ajv = new Ajv2020(options);
    formats.default(ajv);
    const dateTime = ajv.formats["date-time"] as { readonly validate: (text: string) => boolean };
    ajv.addFormat("date-time", { ...dateTime, validate: remembering(dateTime.validate) });
    // Unknown formats and extensions are annotations. Any other unknown keyword is an error.
    const text = JSON.stringify(document);
    for (const [, format = ""] of text.matchAll(/"format":"([^"\\]*)"/g)) if (!Object.hasOwn(ajv.formats, format)) ajv.addFormat(format, true);
    ajv.addVocabulary(["xml", ...new Set([...text.matchAll(/"(x-[\w$:-]+)":/g)].flatMap(([, name]) => name ?? []))]);
    // By the text of their references, named schemas are compiled once for all operations.
    const schemas = objectAt(document, "components", "schemas");
    for (const name of Object.keys(schemas)) ajv.addSchema(objectAt(schemas, name), `#/components/schemas/${name}`, undefined, false);
    return ajv;
  };
}

const MOST_REMEMBERED = 10_000;

/** Caches valid texts, because many responses contain the same times. */
function remembering(accepts: (text: string) => boolean): (text: string) => boolean {
  const accepted = new Set<string>();
  return (text) => {
    if (accepted.has(text)) return true;
    if (!accepts(text)) return false;
    if (accepted.size >= MOST_REMEMBERED) accepted.clear();
    accepted.add(text);
    return true;
  };
}

/** Returns arrays and plain objects without `undefined` properties, as in JSON. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const there = Object.entries(value).filter(([, property]) => property !== undefined);
  return Object.fromEntries(there.map(([name, property]) => [name, withoutUndefined(property)]));
}
