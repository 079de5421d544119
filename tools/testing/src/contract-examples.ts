/** What of an operation table's row is needed to find an operation in its contract. The packages under test are not imported here, because their tests import this. */
export interface OperationPlace {
  readonly id: string;
  readonly method: string;
  /** Empty for an operation that is called at an address from a response. */
  readonly path: string;
}

type Json = { readonly [name: string]: unknown };

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
  return Object.entries(member(definition, "responses")).flatMap(([status, value]): DocumentedAnswer[] => {
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

function definitionOf(root: Json, { id, method, path }: OperationPlace): Json {
  if (path !== "") return member(member(member(root, "paths"), path), method.toLowerCase());
  const items = Object.values(member(member(root, "components"), "pathItems")) as readonly { readonly [method: string]: Json }[];
  const definition = items.map((item) => item[method.toLowerCase()]).find((candidate) => candidate?.["operationId"] === id);
  if (definition === undefined) throw new Error(`the contract has no ${id} in components.pathItems`);
  return definition;
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

function member(holder: Json, name: string): Json {
  const value = holder[name];
  if (typeof value !== "object" || value === null) throw new Error(`the contract has no ${name} there`);
  return value as Json;
}

function resolve(root: Json, value: Json): Json {
  const ref = value["$ref"];
  return typeof ref === "string"
    ? resolve(
        root,
        ref
          .slice(2)
          .split("/")
          .reduce<Json>((at, name) => at[name.replaceAll("~1", "/")] as Json, root),
      )
    : value;
}
