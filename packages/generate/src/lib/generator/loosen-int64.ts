import { type Contract, deref, isObject, type MediaType, operationsOf, type Schema } from "../contract/index.ts";
import { schemaOf } from "./request/parameter-schema.ts";
import { type RequestFormat, requestFormat } from "../contract/media-type.ts";
import { isInt64, propertiesOf } from "./schemas/schema-types.ts";
import { INEXACT_INT64, int64Of, int64Problem, isInt64OrText, canBeText, valuesIn } from "./schemas/value-trees.ts";

/** What clients do with a 64-bit integer that they cannot find again in a value. */
const CHOSEN = "a number, exact up to 2^53";

/**
 * Removes `format: int64` where clients could not tell which values they write as integers, so
 * that these are plain numbers in types, too. The document is changed.
 */
export function loosenInt64(contract: Contract): void {
  for (const { id, parameters, body, responses } of operationsOf(contract)) {
    const contents = [body, ...Object.values(responses)].flatMap((part) => Object.entries(part?.content ?? {}));
    const schemas = contents.map(([, media]) => deref(contract, media).itemSchema ?? deref(contract, media).schema);
    for (const schema of [...schemas, ...parameters.map((parameter) => schemaOf(contract, parameter).schema)])
      valuesIn(contract, schema, isInt64, (part) => loosen(contract, part, INEXACT_INT64));
    for (const [mediaType, media] of Object.entries(body?.content ?? {})) {
      const { schema } = deref(contract, media);
      const format = requestFormat(mediaType);
      loosenParts(contract, id, jsonParts(contract, format, deref(contract, media)));
      if (format !== "json") continue;
      noteText(contract, id, schema);
      if (canBeText(contract, schema)) loosen(contract, schema ?? {}, textProblem(id));
    }
  }
}

/** Loosens integers in the JSON that is a part of another body. */
function loosenParts(contract: Contract, id: string, parts: readonly (readonly [where: string, part: Schema])[]): void {
  for (const [where, part] of parts) if (int64Of(contract, part, true) !== undefined) loosen(contract, part, int64Problem(id, where));
}

/** The lines of NDJSON, and what a form or a multipart body has in JSON. */
function jsonParts(contract: Contract, format: RequestFormat | undefined, { schema = {}, itemSchema }: MediaType): readonly (readonly [string, Schema])[] {
  const { type, items = {} } = deref(contract, schema);
  if (format === "lines") return [["a line of the body", itemSchema ?? (type === "array" ? items : schema)]];
  if (format !== "multipart" && format !== "form") return [];
  const parts = Object.entries(propertiesOf(contract, schema)).filter(
    ([, part]) => ![part, deref(contract, part).items].some((one) => isInt64(deref(contract, one ?? {}))),
  );
  return parts.map(([name, part]) => [`the ${format === "form" ? "field" : "part"} ${name} of the body`, part]);
}

/** Notes each value that is sent as a string, which it may be, and not as an integer. */
function noteText(contract: Contract, id: string, schema: Schema | undefined): void {
  const places = new Set<Schema>();
  const isFound = (part: Schema): boolean => isInt64OrText(contract, part) && places.add(part) !== undefined;
  valuesIn(
    contract,
    schema,
    () => false,
    () => undefined,
    isFound,
  );
  for (const part of places) contract.note(part, textProblem(id), "a string, which is sent as one");
}

function textProblem(id: string): string {
  return `${id}: the body has "format: int64" where it may also be a string, but callers pass these integers as decimal strings: remove the format, and set the range that clients may send`;
}

/** Removes the format from all integers in a schema. */
function loosen(contract: Contract, schema: Schema, problem: string): undefined {
  contract.note(schema, problem, CHOSEN);
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    if (isObject(part) && typeof part["$ref"] === "string") return visit(deref(contract, part));
    if (isObject(part) && isInt64(part)) Reflect.deleteProperty(part, "format");
    for (const member of Object.values(part)) visit(member);
  };
  visit(schema);
}
