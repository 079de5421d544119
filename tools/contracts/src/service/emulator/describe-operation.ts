import type { Json } from "@keywright/generate/contract";
import { contentOf, examplesOf, headersOf, objectOf, objectSchema, some } from "./document.ts";
import { describeList } from "./describe-list.ts";
import type { ResourceFacts } from "./describe-resource.ts";
import { parentOf, type Verb } from "./find-resources.ts";
import { type OperationFacts, parametersIn } from "./operation-facts.ts";

/** What an operation does: `Description` of the emulator. */
export interface DescribedOperation {
  readonly verb: Verb | "example";
  /** The name of its resource. */
  readonly resource: string | undefined;
  /** The last argument of the emulator's function, if it needs one. */
  readonly how?: Json | undefined;
  /** The query parameters that are not applied. */
  readonly ignores?: readonly string[] | undefined;
}

/** Returns what an operation does. */
export function describeOperation(document: Json, operation: OperationFacts, resources: readonly ResourceFacts[]): DescribedOperation {
  const resource = resources.find((each) => each.operations.has(operation));
  const verb = resource?.operations.get(operation);
  if (resource === undefined || verb === undefined)
    return { verb: "example", resource: parentOf(operation.path, resources)?.name, how: exampleReply(document, operation) };
  if (verb === "list") return { verb, resource: resource.name, ...describeList(document, operation, resource) };
  const { parameters, request, responses, status } = operation;
  const key = verb === "create" ? parameters.find((parameter) => parameter["x-idempotency-key"] === true)?.["name"] : undefined;
  const mayBeNew = verb === "replace" && responses["201"] !== undefined && status !== 201;
  const how = {
    inside: request?.envelope,
    ...replyParts(document, operation, resource, status),
    idempotencyKey: key,
    new: mayBeNew ? some(replyParts(document, operation, resource, 201)) : undefined,
  };
  return { verb, resource: resource.name, how: some(how) };
}

/** Returns the parts of a response that are not in the state: required properties and headers. */
function replyParts(document: Json, { responses, path, answer }: OperationFacts, resource: ResourceFacts, status: number): Json {
  const response = responses[String(status)] ?? {};
  const [, media] = contentOf(response) ?? [];
  const example = media === undefined ? {} : objectOf(examplesOf(document, media)[0]);
  const { required = [], properties = {} } = objectSchema(document, media?.["schema"]) ?? {};
  const envelope = answer?.envelope !== undefined && answer.envelope in properties ? answer.envelope : undefined;
  const isBeside = (name: string): boolean =>
    name !== envelope && (envelope !== undefined || !resource.properties.includes(name)) && example[name] !== undefined;
  const headers = Object.entries(headersOf(document, response)).flatMap(([name, header]) =>
    name === "location" && resource.path.endsWith("}") ? [[name, `{origin}${resource.path}`] as const] : headerExample(document, name, header, path),
  );
  return {
    envelope,
    beside: some(Object.fromEntries(required.filter(isBeside).map((name) => [name, example[name]]))),
    headers: some(Object.fromEntries(headers)),
  };
}

/** Returns the example of a header. A URL in it is changed to one of the emulator. */
function headerExample(document: Json, name: string, header: Json, path: string): (readonly [name: string, value: string])[] {
  const [example] = examplesOf(document, header);
  if (example === undefined || name === "link") return [];
  const text = String(example);
  if (!["location", "content-location"].includes(name) || !URL.canParse(text)) return [[name, text]];
  const { pathname, search } = new URL(text);
  return [[name, `{origin}${pathname}${search}`.replaceAll(new RegExp(`\\{(?!origin\\}|(${parametersIn(path).join("|") || "-"})\\})`, "g"), "%7B")]];
}

function exampleReply(document: Json, { status, success }: OperationFacts): Json {
  const headers = Object.entries(headersOf(document, success)).flatMap(([name, header]) => headerExample(document, name, header, ""));
  const [mediaType = "", media] = contentOf(success) ?? [];
  return { status, ...(media && exampleBody(document, mediaType, media)), headers: some(Object.fromEntries(headers)) };
}

/** Returns an example as the body of a reply: each line of a list as a value, and the text of binary data. */
function exampleBody(document: Json, mediaType: string, media: Json): { readonly body: unknown } | { readonly binary: string } {
  const examples = examplesOf(document, media);
  const essence = mediaType.replace(/;.*/s, "").toLowerCase();
  if (/event-stream|json-seq|ndjson|jsonl|json-lines/.test(essence)) return { body: examples.flat() };
  if (/[/+]json$/.test(essence)) return { body: examples[0] ?? {} };
  const text = String(examples[0] ?? "");
  return /^text\/|xml$/.test(essence) ? { body: text } : { binary: text };
}
