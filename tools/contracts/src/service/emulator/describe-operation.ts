import type { Json } from "@keywright/generate/contract";
import { streamOf } from "@keywright/tool-test-kit/testing/contract-examples";
import { contentOf, examplesOf, headersOf, objectOf, objectSchema, some } from "./document.ts";
import { describeList } from "./describe-list.ts";
import type { ResourceFacts } from "./describe-resource.ts";
import { parentOf, type Verb } from "./find-resources.ts";
import type { OperationFacts } from "./operation-facts.ts";

/** What an operation does to a named resource. `how` is a last argument, if needed. */
interface DescribedOperation {
  readonly verb: Verb | "example";
  readonly resource: string | undefined;
  readonly how: Json | undefined;
}

/** Returns what an operation does: a row of the emulator's `Description`. */
export function describeOperation(document: Json, operation: OperationFacts, resources: readonly ResourceFacts[]): DescribedOperation {
  const resource = resources.find((each) => each.operations.has(operation));
  const verb = resource?.operations.get(operation);
  if (resource === undefined || verb === undefined)
    return { verb: "example", resource: parentOf(operation.path, resources)?.name, how: exampleReply(document, operation) };
  if (verb === "list") return { verb, resource: resource.name, how: describeList(document, operation, resource) };
  const { parameters, request, responses, status } = operation;
  const how = {
    inside: request?.envelope,
    ...replyParts(document, operation, resource, status),
    idempotencyKey: verb === "create" ? parameters.find((parameter) => parameter["x-idempotency-key"] === true)?.["name"] : undefined,
    new: verb === "replace" && responses["201"] !== undefined && status !== 201 ? some(replyParts(document, operation, resource, 201)) : undefined,
  };
  return { verb, resource: resource.name, how: some(how) };
}

/** Returns the parts of a response that are not in the state: required properties and headers. */
function replyParts(document: Json, { responses, answer }: OperationFacts, { path, properties: kept }: ResourceFacts, status: number): Json {
  const response = responses[String(status)] ?? {};
  const [, media = {}] = contentOf(response) ?? [];
  const example = objectOf(examplesOf(document, media)[0]);
  const { required = [], properties = {} } = objectSchema(document, media["schema"]) ?? {};
  const envelope = answer?.envelope !== undefined && answer.envelope in properties ? answer.envelope : undefined;
  const beside = required.filter((name) => name !== envelope && (envelope !== undefined || !kept.includes(name)) && example[name] !== undefined);
  const location = "location" in headersOf(document, response) && path.endsWith("}") ? { location: `{origin}${path}` } : {};
  return {
    envelope,
    beside: some(Object.fromEntries(beside.map((name) => [name, example[name]]))),
    headers: some({ ...headerExamples(document, response), ...location }),
  };
}

/** Returns the examples of a response's headers. A location is a URL of the emulator. */
function headerExamples(document: Json, response: Json): { readonly [name: string]: string } {
  const headers = Object.entries(headersOf(document, response)).flatMap(([name, header]) => {
    const [example] = examplesOf(document, header);
    if (example === undefined || name === "link") return [];
    const url = name === "location" && URL.canParse(String(example)) ? new URL(String(example)) : undefined;
    return [[name, url === undefined ? String(example) : `{origin}${url.pathname}${url.search}`] as const];
  });
  return Object.fromEntries(headers);
}

function exampleReply(document: Json, { status, success }: OperationFacts): Json {
  const [mediaType = "", media] = contentOf(success) ?? [];
  return { status, ...(media && exampleBody(document, mediaType, media)), headers: some(headerExamples(document, success)) };
}

/** Returns an example as a reply's body: a list's lines as values, binary data as text. */
function exampleBody(document: Json, mediaType: string, media: Json): { readonly body: unknown } | { readonly binary: string } {
  const examples = examplesOf(document, media);
  if (streamOf(mediaType) !== undefined) return { body: examples.flat() };
  if (/[/+]json\b/i.test(mediaType)) return { body: examples[0] ?? {} };
  const text = String(examples[0] ?? "");
  return /^text\/|xml\b/i.test(mediaType) ? { body: text } : { binary: text };
}
