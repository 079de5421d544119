import { isObject, type Json, keysOf, listOf, pointerOf, valueAt } from "../contract/index.ts";

/** Adds a new object, with the object that it comes from. */
export type Add = (made: object, from: object) => void;

/** Keywords of a parameter or a header that are those of its schema in OpenAPI 3. */
const SCHEMA = new Set(
  "type format items default enum maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems multipleOf x-nullable".split(
    " ",
  ),
);

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

const FLOWS: { readonly [flow: string]: string } = { application: "clientCredentials", accessCode: "authorizationCode" };

/**
 * Makes an OpenAPI 2.0 document OpenAPI 3.1, in place. Its schemas and references are so already.
 *
 * @param add Called for each new object, with the object that it comes from.
 */
export function upgradeSwagger(root: Json, add: Add): void {
  const { host, basePath = "", schemes, consumes, produces, definitions = {}, parameters = {}, responses = {}, securityDefinitions = {} } = root;
  const swagger: Swagger = { root, add, consumes: listOf(consumes), produces: listOf(produces) };
  const path = String(basePath)
    .replaceAll(/^\/+|\/+$/g, "")
    .replace(/^(?=.)/, "/");
  const protocols =
    host === undefined ? [undefined] : (listOf(schemes).length > 0 ? listOf(schemes) : ["https"]).filter((name) => /^https?$/.test(String(name)));
  // The first server is the default of clients, so the encrypted one is first.
  const servers = protocols.map((scheme) => ({ url: scheme === undefined ? path : `${String(scheme)}://${String(host)}${path}` }));
  for (const item of objectsIn(root["paths"])) upgradePath(swagger, item);
  for (const response of objectsIn(responses)) upgradeResponse(swagger, response, swagger.produces);
  const own = Object.entries(parameters as Json).filter(([, parameter]) => isObject(parameter) && !isBody(parameter));
  for (const [, parameter] of own) if (isObject(parameter)) upgradeParameter(parameter, add);
  for (const scheme of objectsIn(securityDefinitions)) upgradeScheme(scheme);
  for (const key of ["swagger", "host", "basePath", "schemes", "consumes", "produces", "definitions", "parameters", "responses", "securityDefinitions"])
    Reflect.deleteProperty(root, key);
  const components = { schemas: definitions, parameters: Object.fromEntries(own), responses, securitySchemes: securityDefinitions };
  for (const made of [components, components.parameters, ...servers]) add(made, root);
  Object.assign(root, {
    openapi: "3.1.0",
    components,
    ...(servers.some(({ url }) => url !== "") ? { servers: servers.sort((a, b) => (a.url < b.url ? 1 : -1)) } : {}),
  });
}

/** A document that is being changed, with what applies to all its operations. */
interface Swagger {
  readonly root: Json;
  readonly add: Add;
  readonly consumes: readonly unknown[];
  readonly produces: readonly unknown[];
}

/** The objects in a map. */
export function objectsIn(map: unknown): Json[] {
  return Object.values(isObject(map) ? map : {}).filter(isObject);
}

function isBody(parameter: Json): boolean {
  return parameter["in"] === "body" || parameter["in"] === "formData";
}

/** Whether a part of an operation's body replaces that of its path, which may have one body. */
function isSamePart(one: Json, other: Json): boolean {
  return one["in"] === other["in"] && (one["in"] === "body" || one["name"] === other["name"]);
}

function upgradePath(swagger: Swagger, item: Json): void {
  const shared = followedAll(swagger, item["parameters"]);
  const sent = shared.filter(([, target]) => isBody(target));
  for (const method of METHODS) {
    const operation = item[method];
    if (!isObject(operation)) continue;
    const { consumes = swagger.consumes, produces = swagger.produces } = operation;
    const own = followedAll(swagger, operation["parameters"]);
    const inherited = sent.filter(([, target]) => !own.some(([, other]) => isSamePart(target, other)));
    const body = bodyOf(swagger, listOf(consumes), [...inherited, ...own].map(([, target]) => target).filter(isBody));
    const parameters = own.filter(([, target]) => !isBody(target)).map(([parameter]) => parameter);
    if (operation["produces"] !== undefined && isObject(operation["responses"])) copyShared(swagger, operation["responses"]);
    for (const response of objectsIn(operation["responses"])) upgradeResponse(swagger, response, listOf(produces));
    for (const key of ["consumes", "produces", "schemes", "parameters"]) Reflect.deleteProperty(operation, key);
    Object.assign(operation, parameters.length === 0 ? {} : { parameters }, body === undefined ? {} : { requestBody: body });
  }
  if (shared.length > 0) Object.assign(item, { parameters: shared.filter(([, target]) => !isBody(target)).map(([parameter]) => parameter) });
}

/** Copies shared responses into an operation that has its own media types. */
function copyShared({ root, add }: Swagger, responses: Json): void {
  for (const [status, response] of Object.entries(responses)) {
    const [, name] = isObject(response) ? (/^#\/(?:components\/)?responses\/([^/]+)$/.exec(String(response["$ref"])) ?? []) : [];
    const shared = name === undefined ? undefined : valueAt(root, pointerOf(`#/responses/${name}`));
    if (!isObject(shared)) continue;
    const headers = Object.entries(isObject(shared["headers"]) ? shared["headers"] : {}).map(([header, value]) => [header, Object.assign({}, value)]);
    const copy = { ...shared, headers: Object.fromEntries(headers) };
    add(copy, shared);
    Object.assign(responses, { [status]: copy });
  }
}

/** Parameters as they are written, each with what it is or refers to. Changes those in place. */
function followedAll({ root, add }: Swagger, list: unknown): (readonly [written: Json, target: Json])[] {
  return listOf(list)
    .filter(isObject)
    .map((written) => {
      const ref = String(written["$ref"] ?? "");
      const target = ref === "" ? written : valueAt(root, `#/parameters/${keysOf(ref).at(-1) ?? ""}`);
      if (ref === "" && !isBody(written)) upgradeParameter(written, add);
      return [written, isObject(target) ? target : written] as const;
    });
}

/** Moves the keywords of a schema into a schema. */
function upgradeParameter(parameter: Json, add: Add): void {
  if (parameter["schema"] !== undefined) return;
  const { collectionFormat, in: place, ...others } = parameter;
  const schema = Object.fromEntries(Object.entries(others).filter(([key]) => SCHEMA.has(key)));
  if (schema["type"] === "file") Object.assign(schema, { type: "string", format: "binary" });
  add(schema, parameter);
  for (const key of [...Object.keys(schema), "collectionFormat", "allowEmptyValue"]) Reflect.deleteProperty(parameter, key);
  Object.assign(parameter, { schema });
  if (schema["type"] !== "array") return;
  // A path and a header have only commas in OpenAPI 3: another format is an error there.
  const isElsewhere = place !== "query" && place !== "formData";
  if (!isElsewhere || !["csv", "undefined"].includes(String(collectionFormat))) Object.assign(parameter, styleOf(collectionFormat));
}

const STYLES: { readonly [format: string]: Json } = {
  multi: { style: "form", explode: true },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  tsv: { style: "tabDelimited" },
};

function styleOf(format: unknown): Json {
  return STYLES[String(format)] ?? { style: "form", explode: false };
}

function bodyOf({ add }: Swagger, consumes: readonly unknown[], parts: readonly Json[]): Json | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const body = parts.find((part) => part["in"] === "body");
  const content = body === undefined ? formOf(add, consumes, parts) : contentOf(consumes, "application/json", body["schema"]);
  const { description, required } = body ?? {};
  const made = {
    ...(description === undefined ? {} : { description }),
    ...(required === true || (body === undefined && parts.some((part) => part["required"] === true)) ? { required: true } : {}),
    content,
  };
  for (const each of [made, content, ...objectsIn(content)]) add(each, first);
  return made;
}

function formOf(add: Add, consumes: readonly unknown[], parts: readonly Json[]): Json {
  const encoding: { [name: string]: Json } = {};
  const hasFile = parts.some((part) => part["type"] === "file" || (isObject(part["schema"]) && part["schema"]["format"] === "binary"));
  const properties = parts.map((part) => {
    const name = String(part["name"]);
    upgradeParameter(part, add);
    const { style, explode, schema, description } = part;
    if (style !== undefined && explode !== true) encoding[name] = { style, explode };
    if (isObject(schema) && description !== undefined) Object.assign(schema, { description });
    return [name, schema] as const;
  });
  const required = parts.filter((part) => part["required"] === true).map((part) => String(part["name"]));
  const schema = { type: "object", ...(required.length === 0 ? {} : { required }), properties: Object.fromEntries(properties) };
  for (const made of [schema, schema.properties]) add(made, parts[0] ?? schema);
  const isStyled = Object.keys(encoding).length > 0;
  const forms = consumes.filter((type) => type === "application/x-www-form-urlencoded" || (type === "multipart/form-data" && !isStyled));
  const isMultipart = hasFile || (isStyled && consumes.includes("multipart/form-data") && forms.length === 0);
  const types = isMultipart ? ["multipart/form-data"] : forms.length > 0 ? forms : ["application/x-www-form-urlencoded"];
  return Object.fromEntries(types.map((type) => [String(type), { schema, ...(isStyled ? { encoding } : {}) }]));
}

function contentOf(types: readonly unknown[], fallback: string, schema: unknown): Json {
  return Object.fromEntries((types.length === 0 ? [fallback] : types).map((type) => [String(type), schema === undefined ? {} : { schema }]));
}

function upgradeResponse({ add }: Swagger, response: Json, produces: readonly unknown[]): void {
  const { schema, headers } = response;
  for (const header of objectsIn(headers)) upgradeParameter(header, add);
  for (const key of ["schema", "examples"]) Reflect.deleteProperty(response, key);
  if (!isObject(schema)) return;
  const isFile = schema["type"] === "file" || (schema["type"] === "string" && schema["format"] === "binary");
  if (isFile) Object.assign(schema, { type: "string", format: "binary" });
  const content = contentOf(produces, isFile ? "application/octet-stream" : "application/json", schema);
  for (const made of [content, ...objectsIn(content)]) add(made, response);
  Object.assign(response, { content });
}

function upgradeScheme(scheme: Json): void {
  const { type, flow, authorizationUrl, tokenUrl, scopes = {} } = scheme;
  if (type === "basic") Object.assign(scheme, { type: "http", scheme: "basic" });
  if (type !== "oauth2") return;
  for (const key of ["flow", "authorizationUrl", "tokenUrl", "scopes"]) Reflect.deleteProperty(scheme, key);
  const urls = { ...(authorizationUrl === undefined ? {} : { authorizationUrl }), ...(tokenUrl === undefined ? {} : { tokenUrl }) };
  Object.assign(scheme, { flows: { [FLOWS[String(flow)] ?? String(flow)]: { ...urls, scopes } } });
}
