import { definitionOf, type Json, type OperationPlace, resolve } from "./contract-parts.ts";

/** One documented answer of an operation, out of its contract. */
export interface DocumentedAnswer {
  readonly status: number;
  /** The example's name; `undefined` where the answer has no body. */
  readonly example: string | undefined;
  readonly mediaType: string | undefined;
  readonly body: unknown;
  readonly headers: { readonly [name: string]: string };
}

/**
 * Every answer that a contract documents for an operation: one for each example of each status, and one for a status without a body.
 *
 * @param document The contract as one document: `@keywright/<service>/openapi.json`.
 */
export function documentedAnswers(document: unknown, operation: OperationPlace): DocumentedAnswer[] {
  const root = document as Json;
  const definition = definitionOf(root, operation);
  return Object.entries(definition["responses"] as Json).flatMap(([status, value]): DocumentedAnswer[] => {
    const response = resolve(root, value as Json);
    const [content] = Object.entries((response["content"] ?? {}) as { [mediaType: string]: Json });
    const examples = Object.entries((content?.[1]["examples"] ?? {}) as { [name: string]: Json });
    const answer = { status: Number(status), mediaType: content?.[0] };
    if (examples.length === 0) return [{ ...answer, example: undefined, body: undefined, headers: headerExamples(root, response, "") }];
    return examples.map(([example, holder]) => ({
      ...answer,
      example,
      body: resolve(root, holder)["value"],
      headers: headerExamples(root, response, example),
    }));
  });
}

/** The documented answer as a `Response`. */
export function answerResponse({ status, mediaType, body, headers }: DocumentedAnswer): Response {
  const text = body === undefined ? null : mediaType?.includes("json") === true ? JSON.stringify(body) : String(body);
  return new Response(text, { status, headers: { ...(mediaType === undefined ? {} : { "content-type": mediaType }), ...headers } });
}

/** The headers of a response: of several examples, the one that has the name of the body's, else the first. */
function headerExamples(root: Json, response: Json, named: string): { [name: string]: string } {
  const headers = Object.entries((response["headers"] ?? {}) as { [name: string]: Json }).map(([name, header]) => {
    const { example, examples = {} } = resolve(root, header) as { readonly example?: unknown; readonly examples?: { readonly [name: string]: Json } };
    const chosen = examples[named] ?? Object.values(examples)[0];
    return [name.toLowerCase(), example ?? (chosen === undefined ? undefined : resolve(root, chosen)["value"])] as const;
  });
  return Object.fromEntries(headers.filter(([name, value]) => value !== undefined && name !== "content-length").map(([name, value]) => [name, String(value)]));
}
