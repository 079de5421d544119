import { definitionOf, type Json, type OperationPlace, resolve } from "./contract-parts.ts";

/** One documented response of an operation in its contract. */
export interface DocumentedResponse {
  readonly status: number;
  /** The example's name; `undefined` if the response has no body. */
  readonly example: string | undefined;
  readonly mediaType: string | undefined;
  readonly body: unknown;
  readonly headers: { readonly [name: string]: string };
}

/**
 * Returns an operation's documented responses: one for each example, or a status without body.
 *
 * @param document The contract as one document: `@keywright/<service>/openapi.json`.
 */
export function documentedResponses(document: unknown, operation: OperationPlace): DocumentedResponse[] {
  const root = document as Json;
  const definition = definitionOf(root, operation);
  return Object.entries(definition["responses"] as Json).flatMap(([status, value]): DocumentedResponse[] => {
    const response = resolve(root, value as Json);
    const contents = Object.entries((response["content"] ?? {}) as { readonly [mediaType: string]: Json });
    const shown = contents.flatMap(([mediaType, media]) =>
      Object.entries(examplesOf(media)).map(([example, holder]) => ({
        status: statusOf(status),
        mediaType,
        example,
        body: resolve(root, holder)["value"],
        headers: headerExamples(root, response, example),
      })),
    );
    if (shown.length > 0) return shown;
    return [{ status: statusOf(status), mediaType: contents[0]?.[0], example: undefined, body: undefined, headers: headerExamples(root, response, "") }];
  });
}

/**
 * Returns a documented success as a new `Response`, for walks over a contract's pages.
 *
 * @param document The contract as one document: `@keywright/<service>/openapi.json`.
 * @param example The name of an example of a success.
 */
export function exampleResponse(document: unknown, operation: OperationPlace, example: string): Response {
  const answer = documentedResponses(document, operation).find((documented) => documented.status < 300 && documented.example === example);
  if (answer === undefined) throw new Error(`${operation.id} has no success named ${example}`);
  return toResponse(answer);
}

function examplesOf({ example, examples }: Json): { readonly [name: string]: Json } {
  return (examples ?? (example === undefined ? {} : { example: { value: example } })) as { readonly [name: string]: Json };
}

/** Returns a status; for a range or `default`, one of its statuses. */
function statusOf(key: string): number {
  return key === "default" ? 500 : Number(key.replace("XX", "00"));
}

export function toResponse({ status, mediaType, body, headers }: DocumentedResponse): Response {
  return new Response(body === undefined ? null : textOf(mediaType ?? "", body), {
    status,
    headers: { ...(mediaType === undefined ? {} : { "content-type": mediaType }), ...headers },
  });
}

/** A body as it is sent. The example of a stream is one of its items, or the stream as text. */
export function textOf(mediaType: string, body: unknown): string {
  const type = streamOf(mediaType);
  if (type !== undefined && typeof body === "string") return body;
  if (type === "events") return `data: ${JSON.stringify(body)}\n\n`;
  if (type === "lines") return `${JSON.stringify(body)}\n`;
  if (type === "sequence") return `\u001e${JSON.stringify(body)}\n`;
  return /[/+]json\b/i.test(mediaType) ? JSON.stringify(body) : String(body);
}

/** Returns the kind of stream of a media type; `undefined` for a single value. */
export function streamOf(mediaType: string): "events" | "lines" | "sequence" | undefined {
  if (/^text\/event-stream\b/i.test(mediaType)) return "events";
  if (/json-seq\b/i.test(mediaType)) return "sequence";
  return /ndjson|jsonl|json-?lines/i.test(mediaType) ? "lines" : undefined;
}

/** Returns a response's headers: examples with the name of the body's, or the first ones. */
function headerExamples(root: Json, response: Json, named: string): { [name: string]: string } {
  const headers = Object.entries((response["headers"] ?? {}) as { [name: string]: Json }).map(([name, header]) => {
    const { example, examples = {} } = resolve(root, header) as { readonly example?: unknown; readonly examples?: { readonly [name: string]: Json } };
    const chosen = examples[named] ?? Object.values(examples)[0];
    return [name.toLowerCase(), example ?? (chosen === undefined ? undefined : resolve(root, chosen)["value"])] as const;
  });
  return Object.fromEntries(headers.filter(([name, value]) => value !== undefined && name !== "content-length").map(([name, value]) => [name, String(value)]));
}
