import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Json } from "../values/json.ts";

export { isSameJson } from "../values/json.ts";

/** What a value breaks, as Ajv reports it with the option `verbose`. */
export interface ValidationError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Json;
  readonly message?: string;
  readonly schema?: unknown;
  readonly parentSchema?: Json;
  readonly data?: unknown;
}

/** Checks a value; the errors of the last check are in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidationError[] | null;
}

/** Returns the validator of a schema, which finds all errors. */
export type ValidatorOf = (schema: Json) => Validator;

/** Finds written validators by the text of their schemas. */
export function validatorsIn(written: readonly (readonly [schema: Json, validator: Validator])[]): ValidatorOf {
  const found = new WeakMap<Json, Validator>();
  let byText: ReadonlyMap<string, Validator> | undefined;
  return (schema) => {
    const known = found.get(schema);
    if (known !== undefined) return known;
    byText ??= new Map(written.map(([own, validator]) => [JSON.stringify(own), validator]));
    const text = JSON.stringify(schema);
    const validator = byText.get(text);
    if (validator === undefined) throw new Error(`expected a validator of ${text}, which the contract does not have: generate the validators again`);
    found.set(schema, validator);
    return validator;
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

const dateTime = fullFormats["date-time"] as { readonly validate: (text: string) => boolean };

/** The formats of values by their names. */
export const formats: { readonly [name: string]: unknown } = { ...fullFormats, "date-time": { ...dateTime, validate: remembering(dateTime.validate) } };

/** Returns the number of Unicode code points of a text. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Adds an error to those of a value. */
export function add(errors: ValidationError[] | null, error: ValidationError): ValidationError[] {
  if (errors === null) return [error];
  errors.push(error);
  return errors;
}
