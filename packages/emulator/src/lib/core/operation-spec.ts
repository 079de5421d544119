/** A JSON value read as an object. */
export type Json = { readonly [name: string]: unknown };

/** One path, query or header parameter of an operation. */
export interface ParameterSpec {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Json;
}

/** A documented answer. */
export interface ResponseSpec {
  /** Schemas by media type; empty where the answer has no body. */
  readonly content: ReadonlyMap<string, Json>;
  /** The first of these, which an answer has that says none. */
  readonly mediaType: string | undefined;
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly schema: Json }[];
}

/** One operation, as the contract has it. */
export interface OperationSpec {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** The path template, such as `/v1/vaults/{vaultUUID}`. */
  readonly path: string;
  /** `undefined` where no credentials are asked for. */
  readonly security: { readonly scheme: string; readonly scopes: readonly string[] } | undefined;
  readonly parameters: readonly ParameterSpec[];
  readonly body: { readonly required: boolean; readonly content: ReadonlyMap<string, Json> } | undefined;
  readonly responses: ReadonlyMap<number, ResponseSpec>;
  /** Whether the operation reads a list by a cursor. */
  readonly hasCursor: boolean;
  /** A route of the emulator that the contract does not have. */
  readonly beyondContract?: true;
}

const METHODS = ["get", "put", "post", "patch", "delete"] as const;

/**
 * Reads the operations of an OpenAPI document.
 *
 * @throws Error where a reference leads nowhere: a contract that cannot be checked must not start.
 */
export function readOperations(document: Json): readonly OperationSpec[] {
  checkReferences(document, document);
  return Object.entries(document["paths"] as Json).flatMap(([path, item]) =>
    METHODS.filter((method) => (item as Json)[method] !== undefined).map((method) => readOperation(document, method, path, item as Json)),
  );
}

function readOperation(document: Json, method: string, path: string, item: Json): OperationSpec {
  const definition = item[method] as Json;
  const [security] = (definition["security"] ?? []) as readonly { readonly [scheme: string]: readonly string[] }[];
  const [scheme, scopes] = Object.entries(security ?? {})[0] ?? [];
  const parameters = [...((item["parameters"] ?? []) as Json[]), ...((definition["parameters"] ?? []) as Json[])];
  const body = definition["requestBody"] === undefined ? undefined : resolve(document, definition["requestBody"] as Json);
  return {
    id: definition["operationId"] as string,
    method: method.toUpperCase(),
    path,
    security: scheme === undefined ? undefined : { scheme, scopes: scopes ?? [] },
    parameters: parameters.map((parameter) => readParameter(resolve(document, parameter))),
    body: body === undefined ? undefined : { required: body["required"] === true, content: schemasByMediaType(body) },
    responses: new Map(Object.entries(definition["responses"] as Json).map(([status, response]) => [Number(status), readResponse(document, response as Json)])),
    hasCursor: ((definition["x-pagination"] ?? {}) as Json)["cursor"] !== undefined,
  };
}

function readParameter(parameter: Json): ParameterSpec {
  const { name, in: place, required, schema } = parameter as { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Json };
  return { name, in: place, required: required === true, schema };
}

function readResponse(document: Json, response: Json): ResponseSpec {
  const resolved = resolve(document, response);
  const headers = Object.entries((resolved["headers"] ?? {}) as { [name: string]: Json }).map(([name, header]) => {
    const { required, schema } = resolve(document, header);
    return { name: name.toLowerCase(), required: required === true, schema: schema as Json };
  });
  const content = schemasByMediaType(resolved);
  return { content, mediaType: [...content.keys()][0], headers };
}

function schemasByMediaType(holder: Json): Map<string, Json> {
  return new Map(Object.entries((holder["content"] ?? {}) as { [mediaType: string]: Json }).map(([mediaType, { schema }]) => [mediaType, schema as Json]));
}

function resolve(document: Json, value: Json): Json {
  const ref = value["$ref"];
  return typeof ref === "string" ? resolve(document, follow(document, ref)) : value;
}

function follow(document: Json, ref: string): Json {
  const target = ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, name) => (at as Json | undefined)?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], document);
  if (!ref.startsWith("#/") || target === undefined) throw new Error(`the contract refers to ${ref}, which is not in it: generate the document again`);
  return target as Json;
}

function checkReferences(document: Json, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const ref = (value as Json)["$ref"];
  if (typeof ref === "string") follow(document, ref);
  for (const member of Object.values(value)) checkReferences(document, member);
}
