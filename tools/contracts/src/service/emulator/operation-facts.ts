import { type ContractOperation, followed, isObject, type Json, listOf } from "@keywright/generate/contract";
import { paginationRow } from "@keywright/generate/pagination";
import { contentOf, examplesOf, type JsonBody, jsonOf, objectOf, objectSchema } from "./document.ts";

/** An operation, with the facts that determine its verb. */
export interface OperationFacts extends ContractOperation {
  /** Its success status; 200 for a range. */
  readonly status: number;
  readonly success: Json;
  /** Its JSON response; if it has an envelope, such as `{ data }`, the content of that. */
  readonly answer: Enveloped | undefined;
  readonly request: Enveloped | undefined;
  /** A list in the response: name or pointer, empty for the whole; `undefined` if none. */
  readonly items: string | undefined;
}

export function factsOf(document: Json, operation: ContractOperation): OperationFacts {
  const [status = "204", success = {}] = Object.entries(operation.responses).find(([each]) => /^[23]/.test(each) || each === "default") ?? [];
  const answer = jsonOf(document, success);
  const items = answer && itemsOf(document, operation, answer.schema);
  return {
    ...operation,
    status: /^\d+$/.test(status) ? Number(status) : 200,
    success,
    answer: items === undefined ? inEnvelope(document, answer) : answer,
    request: inEnvelope(document, jsonOf(document, operation.body)),
    items,
  };
}

/** A body, with the property of its envelope. */
export type Enveloped = JsonBody & { readonly envelope?: string };

function inEnvelope(document: Json, body: JsonBody | undefined): Enveloped | undefined {
  const { properties = {}, isOpen = true } = objectSchema(document, body?.schema) ?? {};
  const names = Object.keys(properties);
  const envelope = names.find(
    (name) => (names.length === 1 || /^(data|result|item|payload)$/i.test(name)) && objectSchema(document, properties[name]) !== undefined,
  );
  if (body === undefined || isOpen || envelope === undefined || "id" in properties) return body;
  const examples = body.examples.map((example) => objectOf(example)[envelope]).filter((each) => each !== undefined);
  return { ...body, envelope, schema: properties[envelope] ?? {}, examples };
}

function itemsOf(document: Json, { pagination }: ContractOperation, schema: Json): string | undefined {
  if (pagination !== undefined) return String(pagination["items"] ?? "");
  const isList = (each: unknown): boolean => {
    const { type, items } = followed(document, each) ?? {};
    return [type].flat().includes("array") && objectSchema(document, items) !== undefined;
  };
  if (isList(schema)) return "";
  const { id, ...others } = objectSchema(document, schema)?.properties ?? {};
  const lists = Object.keys(others).filter((name) => isList(others[name]));
  // A thing may have a list as well; a page has few other properties.
  const texts = Object.values(others).filter((each) => [each["type"]].flat().includes("string"));
  return lists.length === 1 && id === undefined && texts.length < 2 ? lists[0] : undefined;
}

export function itemSchema(document: Json, { answer, items }: OperationFacts): Json {
  const list = namesOf(items).reduce<Json>((at, name) => objectOf(objectSchema(document, at)?.properties[name]), answer?.schema ?? {});
  return objectOf(followed(document, list)?.["items"]);
}

/** Returns the items in the examples, in the order of their pages. */
export function shownItems({ answer, items }: OperationFacts): readonly Json[] {
  return (answer?.examples ?? []).flatMap((page) => listOf(namesOf(items).reduce<unknown>((at, name) => objectOf(at)[name], page)).filter(isObject));
}

/** Returns the names in a pointer into a response. */
export function namesOf(place: string | undefined): readonly string[] {
  return place === undefined || place === "" ? [] : [paginationRow({ place })["place"]].flat().map(String);
}

export function parametersIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);
}

/** Returns the examples of a path's parameters, in their order. */
export function pathExamples(document: Json, { path, parameters }: OperationFacts): readonly string[] {
  return parametersIn(path).map((name) => {
    const parameter = parameters.find((each) => each["in"] === "path" && each["name"] === name) ?? {};
    const [example] = examplesOf(document, contentOf(parameter)?.[1] ?? parameter);
    return String(example ?? `${name}-1`);
  });
}

/** Returns a path without the names of its parameters: `/a/{}/b`. */
export function formOf(path: string): string {
  return path.replaceAll(/\{.+?\}/g, "{}");
}

/** Returns whether a path is equal to another one or below it. */
export function isWithin(path: string, above: string): boolean {
  return `${formOf(path)}/`.startsWith(`${formOf(above)}/`);
}
