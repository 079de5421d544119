import { isObject, type Json, listAt, objectAt } from "./json.ts";

export type { Json } from "./json.ts";

/** One path, query or header parameter of an operation. */
export interface ParameterSpec {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Json;
  /** What stands between the elements of a list; `undefined` where each of them is a parameter of its own. */
  readonly separator: string | undefined;
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

const METHODS = ["get", "put", "post", "patch", "delete"];
const PLACES = ["path", "query", "header"] as const;

/**
 * Reads the operations of an OpenAPI document as the generator writes it: each operation has the parameters and the security that hold for it.
 *
 * @throws Error where a reference leads nowhere: a contract that cannot be checked must not start.
 */
export function readOperations(document: Json): readonly OperationSpec[] {
  checkReferences(document, document);
  const paths = objectAt(document, "paths");
  return Object.keys(paths).flatMap((path) => {
    const item = objectAt(paths, path);
    return METHODS.filter((method) => item[method] !== undefined).map((method) => readOperation(document, method, path, objectAt(item, method)));
  });
}

function readOperation(document: Json, method: string, path: string, definition: Json): OperationSpec {
  const [security = {}] = listAt(definition, "security").filter(isObject);
  const [scheme] = Object.keys(security);
  const parameters = listAt(definition, "parameters").filter(isObject);
  const body = definition["requestBody"] === undefined ? undefined : resolve(document, objectAt(definition, "requestBody"));
  const responses = objectAt(definition, "responses");
  return {
    id: String(definition["operationId"]),
    method: method.toUpperCase(),
    path,
    security: scheme === undefined ? undefined : { scheme, scopes: listAt(security, scheme).map(String) },
    parameters: parameters.map((parameter) => readParameter(resolve(document, parameter))),
    body: body === undefined ? undefined : { required: body["required"] === true, content: schemasByMediaType(body) },
    responses: new Map(Object.keys(responses).map((status) => [Number(status), readResponse(document, objectAt(responses, status))])),
    hasCursor: objectAt(definition, "x-pagination")["cursor"] !== undefined,
  };
}

function readParameter(parameter: Json): ParameterSpec {
  const name = String(parameter["name"]);
  const place = PLACES.find((known) => known === parameter["in"]);
  if (place === undefined) throw new Error(`the parameter ${name} of the contract is in none of ${PLACES.join(", ")}`);
  const schema = objectAt(parameter, "schema");
  const style = String(parameter["style"] ?? (place === "query" ? "form" : "simple"));
  const separator = SEPARATORS.get(style);
  if (separator === undefined || parameter["content"] !== undefined || schema["type"] === "object")
    throw new Error(
      `the parameter ${name} of the contract is JSON, an object or of the style ${style}, and the emulator reads ${[...SEPARATORS.keys()].join(", ")}`,
    );
  const isExploded = place === "query" && (parameter["explode"] ?? style === "form") === true;
  return { name, in: place, required: parameter["required"] === true, schema, separator: isExploded ? undefined : separator };
}

/** The styles of parameters that are read, with what they join lists by. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ["simple", ","],
  ["form", ","],
  ["spaceDelimited", " "],
  ["pipeDelimited", "|"],
]);

function readResponse(document: Json, response: Json): ResponseSpec {
  const resolved = resolve(document, response);
  const documented = objectAt(resolved, "headers");
  const headers = Object.keys(documented).map((name) => {
    const header = resolve(document, objectAt(documented, name));
    return { name: name.toLowerCase(), required: header["required"] === true, schema: objectAt(header, "schema") };
  });
  const content = schemasByMediaType(resolved);
  return { content, mediaType: [...content.keys()][0], headers };
}

function schemasByMediaType(holder: Json): Map<string, Json> {
  const content = objectAt(holder, "content");
  return new Map(Object.keys(content).map((mediaType) => [mediaType, objectAt(content, mediaType, "schema")]));
}

function resolve(document: Json, value: Json): Json {
  const ref = value["$ref"];
  return typeof ref === "string" ? resolve(document, follow(document, ref)) : value;
}

function follow(document: Json, ref: string): Json {
  const target = ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, name) => (isObject(at) ? at[name.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined), document);
  if (!ref.startsWith("#/") || !isObject(target)) throw new Error(`the contract refers to ${ref}, which is not in it: generate the document again`);
  return target;
}

function checkReferences(document: Json, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if ("$ref" in value && typeof value.$ref === "string") follow(document, value.$ref);
  for (const member of Object.values(value)) checkReferences(document, member);
}
