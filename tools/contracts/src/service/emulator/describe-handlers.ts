import { isObject, type Json } from "@keywright/generate/contract";
import { paginationRow } from "@keywright/generate/pagination";
import { pagesOf, pagingOf } from "./describe-pages.ts";
import type { ResourceFacts } from "./describe-resource.ts";
import { headersOf, type Verb } from "./find-resources.ts";
import { type OperationFacts, parametersIn } from "./operation-facts.ts";
import { examplesOf, listOf, objectOf, objectSchema } from "./schemas.ts";

/** A handler as it is written. */
export interface HandlerFacts {
  readonly id: string;
  /** The function of the emulator: `list`, `example`. */
  readonly verb: Verb | "example";
  readonly resource: ResourceFacts | undefined;
  /** The last argument; absent if there is nothing to say. */
  readonly how?: Json;
  /** What the handler does not do, in words. */
  readonly lacks?: string;
}

/** Describes the handler of an operation. */
export function describeHandler(
  document: Json,
  operation: OperationFacts,
  resources: readonly ResourceFacts[],
  parentOf: (path: string) => ResourceFacts | undefined,
): HandlerFacts {
  const { id } = operation;
  const resource = resources.find((each) => each.operations.has(operation));
  const verb = resource?.operations.get(operation);
  if (resource === undefined || verb === undefined) return { id, verb: "example", resource: parentOf(operation.path), how: exampleReply(document, operation) };
  const how =
    verb === "list"
      ? listFacts(document, operation, resource)
      : { ...insideOf(operation), ...replyParts(document, operation, resource, operation.status), ...othersOf(document, operation, resource, verb) };
  const lacks = verb === "list" ? unread(operation, how) : undefined;
  return { id, verb, resource, ...(Object.keys(how).length === 0 ? {} : { how }), ...(lacks === undefined ? {} : { lacks }) };
}

/** The envelope of a request. */
function insideOf({ request }: OperationFacts): Json {
  return request?.envelope === undefined ? {} : { inside: request.envelope };
}

function othersOf(document: Json, operation: OperationFacts, resource: ResourceFacts, verb: Verb): Json {
  const key = operation.parameters.find((parameter) => parameter["x-idempotency-key"] === true);
  if (verb === "create" && key !== undefined) return { idempotencyKey: key["name"] };
  if (verb !== "replace" || operation.responses["201"] === undefined || operation.status === 201) return {};
  const made = replyParts(document, operation, resource, 201);
  return Object.keys(made).length === 0 ? {} : { new: made };
}

/** What a response has that is not in the state: properties that its schema requires, and headers. */
function replyParts(document: Json, { responses, path, answer }: OperationFacts, resource: ResourceFacts, status: number): Json {
  const response = responses[String(status)] ?? {};
  const [media] = Object.values(objectOf(response["content"])).filter(isObject);
  const example = media === undefined ? {} : objectOf(examplesOf(document, media)[0]);
  const { required = [], properties: shownHere = {} } = objectSchema(document, media?.["schema"]) ?? {};
  const envelope = answer?.envelope !== undefined && answer.envelope in shownHere ? answer.envelope : undefined;
  const beside = Object.fromEntries(
    required.flatMap((name) =>
      name !== envelope && (envelope !== undefined || !resource.properties.includes(name)) && example[name] !== undefined ? [[name, example[name]]] : [],
    ),
  );
  const headers = Object.entries(headersOf(document, response)).flatMap(([name, header]): (readonly [string, string])[] => {
    if (name === "location" && resource.path.endsWith("}")) return [[name, `{origin}${resource.path}`]];
    return headerExample(document, name, header, path);
  });
  return {
    ...(envelope === undefined ? {} : { envelope }),
    ...(Object.keys(beside).length === 0 ? {} : { beside }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) as Json }),
  };
}

/** An address in an example leads to the emulator. */
function headerExample(document: Json, name: string, header: Json, path: string): (readonly [string, string])[] {
  const [example] = examplesOf(document, header);
  if (example === undefined || name === "link") return [];
  const text = String(example);
  const isAddress = (name === "location" || name === "content-location") && URL.canParse(text);
  if (!isAddress) return [[name, text]];
  const { pathname, search } = new URL(text);
  return [[name, `{origin}${pathname}${search}`.replaceAll(new RegExp(`\\{(?!origin\\}|(${parametersIn(path).join("|") || "-"})\\})`, "g"), "%7B")]];
}

function exampleReply(document: Json, { status, success }: OperationFacts): Json {
  const headers = Object.fromEntries(Object.entries(headersOf(document, success)).flatMap(([name, header]) => headerExample(document, name, header, "")));
  const [[mediaType, media] = ["", undefined]] = Object.entries(objectOf(success["content"])).filter((entry): entry is [string, Json] => isObject(entry[1]));
  const body = media === undefined ? undefined : exampleBody(document, mediaType, media);
  return { status, ...(body === undefined ? {} : { body }), ...(Object.keys(headers).length === 0 ? {} : { headers }) };
}

/** An example as a handler gives it: each value of a row, bytes as such. */
function exampleBody(document: Json, mediaType: string, media: Json): unknown {
  const examples = examplesOf(document, media);
  const essence = mediaType.replace(/;.*/s, "").toLowerCase();
  if (/event-stream|json-seq|ndjson|jsonl|json-lines/.test(essence)) return examples.flat();
  if (/[/+]json$/.test(essence)) return examples[0] ?? {};
  const text = String(examples[0] ?? "");
  return /^text\/|xml$/.test(essence) ? text : new Bytes(text);
}

/** Bytes, which are written as an expression. */
export class Bytes {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function listFacts(document: Json, operation: OperationFacts, resource: ResourceFacts): Json {
  const { answer, items = "", pagination, parameters } = operation;
  // An object is no value to compare with.
  const isComparable = ({ schema }: Json): boolean => objectSchema(document, schema) === undefined;
  const names = queryParameters(operation)
    .filter(isComparable)
    .map((parameter) => String(parameter["name"]));
  const filters = names.filter((name) => resource.literal["id"] !== name && resource.properties.includes(name));
  const pages = pagesOf(document, operation);
  const last = pages.at(-1)?.value;
  const page = items === "" ? [] : withValue(last ?? answer?.examples[0], items, []);
  const paging = pagination === undefined ? undefined : pagingOf(operation, pagination, parameters, pages, document);
  return {
    ...(filters.length === 0 ? {} : { filters }),
    ...(paging === undefined ? (items === "" ? {} : { items }) : { paging }),
    page,
  };
}

function queryParameters({ parameters }: OperationFacts): readonly Json[] {
  return parameters.filter((parameter) => parameter["in"] === "query");
}

/** The parameters that the handler does not read. */
function unread(operation: OperationFacts, how: Json): string | undefined {
  const { position, limit } = objectOf(how["paging"]);
  const read = new Set([...listOf(how["filters"]), position, limit]);
  const names = queryParameters(operation)
    .map((parameter) => String(parameter["name"]))
    .filter((name) => !read.has(name));
  return names.length === 0 ? undefined : `Not applied: ${names.join(", ")}.`;
}

function withValue(holder: unknown, place: string, value: unknown): unknown {
  const [name = "", ...rest] = [paginationRow({ place })["place"]].flat().map(String);
  const inner = objectOf(holder);
  const below = (at: unknown, names: readonly string[]): unknown => {
    const [first, ...others] = names;
    return first === undefined ? value : { ...objectOf(at), [first]: below(objectOf(at)[first], others) };
  };
  return { ...inner, [name]: below(inner[name], rest) };
}
