import { createRequire } from "node:module";
import type { Ajv2020, Options } from "ajv/dist/2020.js";
import { type Json, objectAt } from "../values/json.ts";
import { formats, type Validator, type ValidatorOf } from "./validator-runtime.ts";

/** Compiles each schema of a document when it is first needed. */
export function compileSchemas(document: Json): ValidatorOf {
  const compiled = new WeakMap<Json, Validator>();
  let compiler: Ajv2020 | undefined;
  return (schema) => {
    let validator = compiled.get(schema);
    if (validator === undefined) compiled.set(schema, (validator = (compiler ??= createCompiler(document)).compile(schema)));
    return validator;
  };
}

const require = createRequire(import.meta.url);

/** Creates the compiler of a document's schemas, whose validators find all errors. */
export function createCompiler(document: Json, code: Options["code"] = {}): Ajv2020 {
  // Most programs need no compiler, and loading it takes long.
  const { Ajv2020: Compiler } = require("ajv/dist/2020.js") as { readonly Ajv2020: typeof Ajv2020 };
  // The generator has checked the contract, and compiling the meta-schema takes long.
  const strict = { strictSchema: true, strictTypes: false, strictRequired: false, validateSchema: false, meta: false, ownProperties: true } as const;
  const ajv = new Compiler({ ...strict, allErrors: true, verbose: true, inlineRefs: false, formats: { ...formats } as Options["formats"] & object, code });
  const text = JSON.stringify(document);
  // Unknown formats and extensions are annotations. Any other unknown keyword is an error.
  for (const [, format = ""] of text.matchAll(/"format":"([^"\\]*)"/g)) if (!Object.hasOwn(ajv.formats, format)) ajv.addFormat(format, true);
  ajv.addVocabulary(["xml", ...new Set([...text.matchAll(/"(x-[\w$:-]+)":/g)].flatMap(([, name]) => name ?? []))]);
  // By the text of their references, named schemas are compiled once for all operations.
  const named = { "#/components/schemas": objectAt(document, "components", "schemas"), "#/$defs": objectAt(document, "$defs") };
  for (const [place, schemas] of Object.entries(named))
    for (const name of Object.keys(schemas)) ajv.addSchema(objectAt(schemas, name), `${place}/${name}`, undefined, false);
  return ajv;
}
