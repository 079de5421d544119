import { isObject, type Json, objectAt } from "./json.ts";

/** The place of a schema in the document, as names from its root. */
export type Pointer = readonly string[];

/** A query parameter or a path parameter. */
export interface ParameterSpec {
  readonly name: string;
  readonly in: "path" | "query";
  readonly schema: Json;
  /** The attributes and operators of a filter; `undefined` for other parameters. */
  readonly filter: Json | undefined;
}

/** A documented response. */
export interface ResponseSpec {
  /** The schema of each media type; empty if the response has no body. */
  readonly content: ReadonlyMap<string, Pointer>;
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly type: unknown; readonly schema: Pointer }[];
}

/** An operation of the contract. */
export interface OperationSpec {
  readonly id: string;
  readonly method: string;
  /** `undefined` if the address comes from a response. */
  readonly path: string | undefined;
  /** Whether it only reads. */
  readonly isSafe: boolean;
  readonly scheme: "none" | "basic" | "bearer";
  readonly scopes: readonly string[];
  /** The sentences of the rules that a schema cannot express, by rule. */
  readonly rules: ReadonlyMap<string, string>;
  readonly parameters: readonly ParameterSpec[];
  /** The media type of the request body; `undefined` if there is none. */
  readonly mediaType: string | undefined;
  readonly success: number;
  /** Whether the body of its success response is a file, which can have any content. */
  readonly isFile: boolean;
  readonly responses: ReadonlyMap<number, ResponseSpec>;
}

/** The operations of a contract by their ids, in its order. */
export type Operations = ReadonlyMap<string, OperationSpec>;

const METHODS = ["get", "put", "post", "patch", "delete"];

/** Returns the operations of a service's document, such as `@keywright/vault/openapi.json`. */
export function readOperations(document: Json): Operations {
  const atPaths = itemsOf(document, ["paths"]);
  const atAddresses = itemsOf(document, ["components", "pathItems"]);
  const specs = [...atPaths, ...atAddresses].map(({ place, path, method }) => readOperation(document, place, method, path));
  return new Map(specs.map((spec) => [spec.id, spec]));
}

function itemsOf(document: Json, place: Pointer) {
  const isPath = place[0] === "paths";
  return Object.entries(objectAt(document, ...place)).flatMap(([name, item]) =>
    METHODS.filter((method) => isObject(item) && method in item).map((method) => ({
      place: [...place, name, method],
      path: isPath ? name : undefined,
      method,
    })),
  );
}

function readOperation(document: Json, place: Pointer, method: string, path: string | undefined): OperationSpec {
  const definition = objectAt(document, ...place);
  const [security] = Array.isArray(definition["security"]) ? (definition["security"] as readonly Json[]) : [];
  const [[name, scopes] = []] = Object.entries(security ?? {});
  const scheme = name === undefined ? "none" : objectAt(document, "components", "securitySchemes", name)["scheme"] === "basic" ? "basic" : "bearer";
  const statuses = Object.keys(objectAt(definition, "responses"));
  const success = statuses.find((status) => status.startsWith("2")) ?? "";
  const responses = new Map(statuses.map((status) => [Number(status), readResponse(document, [...place, "responses", status])]));
  const types = [...(responses.get(Number(success))?.content.keys() ?? [])];
  const parameters = (definition["parameters"] ?? []) as readonly Json[];
  return {
    id: String(definition["operationId"]),
    method: method.toUpperCase(),
    path,
    isSafe: definition["x-retry"] === "safe",
    scheme,
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    rules: new Map(Object.entries(objectAt(definition, "x-source")).map(([rule, sentence]) => [rule, String(sentence)])),
    parameters: parameters.map((parameter) => readParameter(resolve(document, parameter).value)),
    mediaType: Object.keys(objectAt(definition, "requestBody", "content"))[0],
    success: Number(success),
    isFile: types.length > 0 && types.every((type) => !/json$|^text\//.test(type)),
    responses,
  };
}

function readParameter(parameter: Json): ParameterSpec {
  const { name, in: place, schema } = parameter;
  const filter = isObject(parameter["x-filter"]) ? parameter["x-filter"] : undefined;
  return { name: String(name), in: place as ParameterSpec["in"], schema: isObject(schema) ? schema : {}, filter };
}

function readResponse(document: Json, place: Pointer): ResponseSpec {
  const { pointer, value } = resolve(document, objectAt(document, ...place), place);
  const content = Object.keys(objectAt(value, "content")).map((mediaType) => [mediaType, [...pointer, "content", mediaType, "schema"]] as const);
  const headers = Object.entries(objectAt(value, "headers")).map(([name, header]) => {
    const resolved = resolve(document, header as Json, [...pointer, "headers", name]);
    const schema = [...resolved.pointer, "schema"];
    return { name: name.toLowerCase(), required: resolved.value["required"] === true, type: objectAt(resolved.value, "schema")["type"], schema };
  });
  return { content: new Map(content), headers };
}

function resolve(document: Json, value: Json, pointer: Pointer = []): { readonly pointer: Pointer; readonly value: Json } {
  const reference = value["$ref"];
  if (typeof reference !== "string") return { pointer, value };
  const target = reference.replace(/^#\//, "").split("/");
  return { pointer: target, value: objectAt(document, ...target) };
}
