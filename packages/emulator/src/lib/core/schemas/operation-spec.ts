import { isObject, type Json, listAt, objectAt } from "../values/json.ts";
import { essenceOf, isJson } from "../http/media-types.ts";
import { type Shape, shapeOf } from "./shape.ts";

export type { Json } from "../values/json.ts";

/** The location of a parameter. */
export type Place = "path" | "query" | "header" | "cookie";

/** One parameter of an operation. */
export interface ParameterSpec {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly schema: Json;
  readonly shape: Shape;
  /** Its serialization (OpenAPI 3.1 §4.8.12.3); `json` if it has `content`. */
  readonly style: "form" | "simple" | "label" | "matrix" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "json";
  readonly explode: boolean;
  /** Whether a client writes what it searches for into it. */
  readonly isFilter: boolean;
}

/** A media type of a body. */
export interface MediaSpec {
  readonly schema: Json;
  readonly shape: Shape;
  /** The serialization of each property of a form. */
  readonly encoding: ReadonlyMap<string, Pick<ParameterSpec, "style" | "explode">>;
}

/** A documented response. */
export interface ResponseSpec {
  /** By media type, in lower case and without parameters; empty if the response has no body. */
  readonly content: ReadonlyMap<string, MediaSpec>;
  /** The first media type of the contract, for replies without a type. */
  readonly mediaType: string | undefined;
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly schema: Json; readonly shape: Shape }[];
}

/** An operation of the contract. */
export interface OperationSpec {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** The path template, such as `/v1/vaults/{vaultUUID}`. */
  readonly path: string;
  /** The first alternative of the security; `undefined` if no credentials are needed. */
  readonly security: { readonly scheme: string; readonly scopes: readonly string[] } | undefined;
  /** The alternatives: the names of the schemes that each requires. */
  readonly alternatives: readonly (readonly string[])[];
  readonly parameters: readonly ParameterSpec[];
  readonly body: { readonly required: boolean; readonly content: ReadonlyMap<string, MediaSpec> } | undefined;
  readonly responses: ReadonlyMap<number, ResponseSpec>;
  /** Responses for more than one status: `4XX`, `default`. */
  readonly ranges: ReadonlyMap<string, ResponseSpec>;
  /** Whether the operation reads a list by a cursor. */
  readonly hasCursor: boolean;
  /** The operation in the document; `undefined` for the emulator's own routes. */
  readonly definition: Json | undefined;
}

const METHODS = ["get", "put", "post", "patch", "delete", "head"];

/** The styles of each location, the default first (OpenAPI 3.1 §4.8.12.2). */
const STYLES: { readonly [place in Place]: readonly ParameterSpec["style"][] } = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** OpenAPI 3.1 §4.8.12.1: header parameters with these names are ignored. */
const IGNORED_HEADERS = new Set(["accept", "authorization", "content-type"]);

/**
 * Returns a document's operations as the generator writes them, with all parameters and security.
 *
 * @throws Error if a reference has no target.
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
  const alternatives = listAt(definition, "security").filter(isObject);
  const [security = {}] = alternatives;
  const [scheme] = Object.keys(security);
  const isOptional = alternatives.some((alternative) => Object.keys(alternative).length === 0);
  const parameters = listAt(definition, "parameters").filter(isObject);
  const body = definition["requestBody"] === undefined ? undefined : resolve(document, objectAt(definition, "requestBody"));
  const responses = Object.entries(objectAt(definition, "responses")).map(([status, response]) => [status, readResponse(document, response as Json)] as const);
  return {
    id: String(definition["operationId"]),
    method: method.toUpperCase(),
    path,
    security: scheme === undefined || isOptional ? undefined : { scheme, scopes: alternatives.length > 1 ? [] : listAt(security, scheme).map(String) },
    alternatives: alternatives.map((alternative) => Object.keys(alternative)),
    parameters: parameters.map((parameter) => readParameter(document, resolve(document, parameter))).filter((parameter) => !isIgnored(parameter)),
    body: body === undefined ? undefined : { required: body["required"] === true, content: readContent(document, body) },
    responses: new Map(responses.filter(([status]) => /^\d+$/.test(status)).map(([status, response]) => [Number(status), response])),
    ranges: new Map(responses.filter(([status]) => !/^\d+$/.test(status))),
    hasCursor: objectAt(definition, "x-pagination")["cursor"] !== undefined,
    definition,
  };
}

/** Returns the documented response for a status: by the status, its range or the default. */
export function responseOf({ responses, ranges }: OperationSpec, status: number): ResponseSpec | undefined {
  return responses.get(status) ?? ranges.get(`${String(status).charAt(0)}XX`) ?? ranges.get("default");
}

function isIgnored({ in: place, name }: ParameterSpec): boolean {
  return place === "header" && IGNORED_HEADERS.has(name.toLowerCase());
}

function readParameter(document: Json, parameter: Json): ParameterSpec {
  const [name, place] = [String(parameter["name"]), String(parameter["in"]) as Place];
  const styles = STYLES[place];
  if (styles === undefined) throw new Error(`the parameter ${name} of the contract must be in ${Object.keys(STYLES).join(", ")}; it is in ${place}`);
  const [media] = Object.values(objectAt(parameter, "content")).filter(isObject);
  const style = media === undefined ? styles.find((known) => known === (parameter["style"] ?? styles[0])) : "json";
  if (style === undefined)
    throw new Error(`the parameter ${name} of the contract has the style ${String(parameter["style"])}; in ${place}, there are ${styles.join(", ")}`);
  const schema = objectAt(media ?? parameter, "schema");
  return {
    name,
    in: place,
    required: parameter["required"] === true,
    schema,
    shape: readShape(document, schema),
    style,
    explode: (parameter["explode"] ?? style === "form") === true,
    isFilter: parameter["x-filter"] !== undefined,
  };
}

function readShape(document: Json, schema: Json): Shape {
  return shapeOf(schema, (part) => resolve(document, part));
}

function readResponse(document: Json, response: Json): ResponseSpec {
  const resolved = resolve(document, response);
  const documented = objectAt(resolved, "headers");
  const headers = Object.keys(documented).map((name) => {
    const header = resolve(document, objectAt(documented, name));
    const schema = objectAt(header, "schema");
    return { name: name.toLowerCase(), required: header["required"] === true, schema, shape: readShape(document, schema) };
  });
  const mediaType = Object.keys(objectAt(resolved, "content")).find((type) => !type.includes("*"));
  return { content: readContent(document, resolved), mediaType, headers };
}

function readContent(document: Json, holder: Json): ReadonlyMap<string, MediaSpec> {
  const content = objectAt(holder, "content");
  return new Map(
    Object.keys(content).map((mediaType) => {
      const media = objectAt(content, mediaType);
      // OpenAPI 3.2 §4.14.3: in a sequence, `itemSchema` is the schema of each value.
      const schema = objectAt(media, media["itemSchema"] === undefined ? "schema" : "itemSchema");
      const encodings = Object.entries(objectAt(media, "encoding")).map(([name, encoding]) => [name, readEncoding(encoding as Json)] as const);
      return [essenceOf(mediaType), { schema, shape: readShape(document, schema), encoding: new Map(encodings) }] as const;
    }),
  );
}

function readEncoding({ contentType, style = "form", explode = style === "form" }: Json): Pick<ParameterSpec, "style" | "explode"> {
  return { style: isJson(String(contentType)) ? "json" : (style as ParameterSpec["style"]), explode: explode === true };
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
  for (const property of Object.values(value)) checkReferences(document, property);
}
