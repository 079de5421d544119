import { definitionOf, type Json, type OperationPlace, parametersOf, resolve } from "./contract-parts.ts";

/** A credential of an operation, with its name in the client's option `credentials`. */
interface Credential {
  readonly type: string;
  readonly name?: string | undefined;
}

/** What determines the input of an operation's method and its client's options. */
export interface OperationShape extends OperationPlace {
  readonly security: { readonly scheme: string; readonly anyOf?: readonly (readonly Credential[])[] };
  readonly server?: string | undefined;
  readonly body?: BodyShape | undefined;
  readonly pagination?: { readonly style: string } | undefined;
  readonly address?: string | undefined;
}

/** How a body is serialized. Binary content is bytes in methods, and text in examples. */
export interface BodyShape {
  readonly mediaType: string;
  readonly as?: string | undefined;
  readonly parts?: { readonly [name: string]: { readonly as: string } } | undefined;
}

/** An example input of a contract. */
export interface ExampleInput {
  /** The name of the body's example; `no body` if the operation has none. */
  readonly example: string;
  /** The method's first argument; `undefined` for a method that takes none. */
  readonly input: unknown;
  /** The parameters by their names. */
  readonly parameters: Json;
  readonly body: unknown;
}

/**
 * Returns an operation's example inputs: each body with required parameters, then one with all.
 *
 * @param document The contract as one document: `@keywright/<service>/openapi.json`.
 */
export function exampleInputs(document: Json, operation: OperationShape): ExampleInput[] {
  const definition = definitionOf(document, operation);
  const declared = parametersOf(document, operation);
  const valuesOf = (wanted: readonly Json[]): Json => Object.fromEntries(wanted.map((parameter) => [parameter["name"], exampleOf(document, parameter)]));
  const required = valuesOf(declared.filter((parameter) => parameter["required"] === true));
  const all = Object.fromEntries(Object.entries(valuesOf(declared)).filter(([, value]) => value !== undefined));
  const bodies = bodiesOf(document, definition, operation);
  const [first] = bodies;
  const shown = bodies.map(({ example, body }) => ({ example, parameters: required, body }));
  if (first !== undefined && Object.keys(all).length > Object.keys(required).length)
    shown.push({ example: `${first.example}, with all parameters`, parameters: all, body: first.body });
  return shown.map((each) => ({ ...each, input: inputOf(operation, declared.length > 0, each) }));
}

function inputOf(
  { address, security, body: declared, pagination }: OperationShape,
  hasParameters: boolean,
  { parameters, body }: Omit<ExampleInput, "input">,
): unknown {
  // If the cursor is in the body, the method takes the body itself.
  if (pagination?.style === "cursor-body") return body;
  const given = {
    ...(address === undefined ? {} : { [address]: "/an-address/of-a-response" }),
    ...parameters,
    ...(security.scheme === "basic" ? { clientId: "example-client-1", clientSecret: "example-client-secret-1" } : {}),
    ...(body === undefined ? {} : { body: bodyInput(declared, body) }),
  };
  return Object.keys(given).length === 0 && !hasParameters && declared === undefined ? undefined : given;
}

/** Returns a body as the method takes it, with texts of binary content as bytes. */
function bodyInput(declared: BodyShape | undefined, body: unknown): unknown {
  if (declared?.as === "bytes") return bytesOf(body);
  const { parts } = declared ?? {};
  if (parts === undefined || typeof body !== "object" || body === null) return body;
  const members = Object.entries(body).map(([name, value]: [string, unknown]) => {
    if (parts[name]?.as !== "bytes") return [name, value];
    return [name, Array.isArray(value) ? value.map(bytesOf) : bytesOf(value)];
  });
  return Object.fromEntries(members) as Json;
}

function bytesOf(text: unknown): unknown {
  return typeof text === "string" ? new Blob([text]) : text;
}

function bodiesOf(document: Json, definition: Json, { body }: OperationShape): { readonly example: string; readonly body: unknown }[] {
  if (body === undefined) return [{ example: "no body", body: undefined }];
  const content = resolve(document, definition["requestBody"] as Json)["content"] as { readonly [mediaType: string]: Json };
  const media = content[body.mediaType] ?? (Object.values(content)[0] as Json);
  const examples = Object.entries((media["examples"] ?? {}) as { readonly [name: string]: Json });
  if (examples.length === 0) return [{ example: "its example", body: media["example"] }];
  return examples.map(([example, holder]) => ({ example, body: resolve(document, holder)["value"] }));
}

function exampleOf(document: Json, parameter: Json): unknown {
  if (parameter["example"] !== undefined) return parameter["example"];
  const content = Object.values((parameter["content"] ?? {}) as { readonly [mediaType: string]: Json })[0];
  const holder = content ?? parameter;
  if (holder["example"] !== undefined) return holder["example"];
  const [first] = Object.values((holder["examples"] ?? {}) as { readonly [name: string]: Json });
  if (first !== undefined) return resolve(document, first)["value"];
  const schema = resolve(document, (holder["schema"] ?? {}) as Json);
  return schema["example"] ?? (schema["examples"] as readonly unknown[] | undefined)?.[0] ?? schema["default"];
}
