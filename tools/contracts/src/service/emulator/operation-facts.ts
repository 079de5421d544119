import { type ContractOperation, isObject, type Json } from "@keywright/generate/contract";
import { paginationRow } from "@keywright/generate/pagination";
import { type JsonBody, jsonOf, listOf, objectOf, objectSchema } from "./schemas.ts";

/** An operation, with what decides what it does to a resource. */
export interface OperationFacts extends ContractOperation {
  readonly path: string;
  /** The status of its success, 200 for a range. */
  readonly status: number;
  readonly success: Json;
  /** The bodies of JSON; of one in an envelope, such as `{ data }`, what is inside. */
  readonly answer: Enveloped | undefined;
  readonly request: Enveloped | undefined;
  /** Where its response has a list of objects: a name or a pointer, empty if the response is the list; absent if it has none. */
  readonly items?: string;
}

/** Reads an operation. */
export function factsOf(document: Json, operation: ContractOperation): OperationFacts {
  const [status = "204", success = {}] = Object.entries(operation.responses).find(([each]) => /^[23]/.test(each) || each === "default") ?? [];
  const answer = jsonOf(document, success);
  const items = answer === undefined ? undefined : itemsOf(document, operation, answer.schema);
  const isWhole = answer === undefined || items !== undefined;
  return {
    ...operation,
    status: /^\d+$/.test(status) ? Number(status) : 200,
    success,
    answer: isWhole ? answer : inEnvelope(document, answer),
    request: inEnvelope(document, jsonOf(document, operation.body)),
    ...(items === undefined ? {} : { items }),
  };
}

/** A body, and the property of its envelope. */
export interface Enveloped extends JsonBody {
  readonly envelope?: string;
}

function inEnvelope(document: Json, body: JsonBody | undefined): Enveloped | undefined {
  const { properties = {}, isOpen = true } = objectSchema(document, body?.schema) ?? {};
  const names = Object.keys(properties);
  const envelope = names.find(
    (name) => (names.length === 1 || /^(data|result|item|payload)$/i.test(name)) && objectSchema(document, properties[name]) !== undefined,
  );
  if (body === undefined || isOpen || envelope === undefined || "id" in properties) return body;
  return {
    ...body,
    envelope,
    schema: properties[envelope] ?? {},
    examples: body.examples.map((example) => objectOf(example)[envelope]).filter((each) => each !== undefined),
  };
}

function itemsOf(document: Json, { pagination }: ContractOperation, schema: Json): string | undefined {
  if (pagination !== undefined) return String(pagination["items"] ?? "");
  const isList = (each: unknown): boolean => {
    const { type, items } = resolved(document, each);
    return [type].flat().includes("array") && objectSchema(document, items) !== undefined;
  };
  if (isList(schema)) return "";
  const lists = Object.entries(objectSchema(document, schema)?.properties ?? {}).filter(([, property]) => isList(property));
  // A thing may have a list of its own; a page has little else.
  const { id, ...others } = objectSchema(document, schema)?.properties ?? {};
  return lists.length === 1 && id === undefined && Object.values(others).filter((each) => [each["type"]].flat().includes("string")).length < 2
    ? lists[0]?.[0]
    : undefined;
}

function resolved(document: Json, schema: unknown): Json {
  const own = objectOf(schema);
  return typeof own["$ref"] === "string" ? resolved(document, pointed(document, own["$ref"])) : own;
}

function pointed(document: Json, pointer: string): unknown {
  const names = pointer
    .slice(2)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), document);
}

/** The schema of the items of a list. */
export function itemSchema(document: Json, { answer, items }: OperationFacts): Json {
  const names = items === undefined || items === "" ? [] : [paginationRow({ items })["items"]].flat().map(String);
  const list = names.reduce<Json>((at, name) => objectOf(objectSchema(document, at)?.properties[name]), answer?.schema ?? {});
  return objectOf(resolved(document, list)["items"]);
}

/** The items of each page that the contract shows, in their order. */
export function shownItems({ answer, items }: OperationFacts): readonly (readonly Json[])[] {
  const names = items === undefined || items === "" ? [] : [paginationRow({ items })["items"]].flat().map(String);
  return (answer?.examples ?? []).map((page) => listOf(names.reduce<unknown>((at, name) => objectOf(at)[name], page)).filter(isObject));
}

/** The names in the braces of a path. */
export function parametersIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);
}

/** The path without its last segment. */
export function above(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** A path by its form alone: `/a/{}/b`. */
export function formOf(path: string): string {
  return path.replaceAll(/\{.+?\}/g, "{}");
}
