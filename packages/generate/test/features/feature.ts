/** A small contract with one thing that OpenAPI can say. */
export interface Feature {
  readonly what: string;
  /** The row of the table of what a contract may use that this one shows. */
  readonly shows?: string;
  readonly document: object;
  readonly verdict: Works | Refused;
  /** The folder of the contract. Default: `probe`. */
  readonly service?: string;
}

/** Clients are generated, compile, and do what the call says. */
export interface Works {
  /** The input of the call. */
  readonly input?: unknown;
  /** The options of the client beside the base URL, a token and `fetch`. */
  readonly options?: object;
  /** The method. Default: `doThing`. */
  readonly calls?: string;
  /** What is sent: the method and the address behind the origin. */
  readonly sent?: string;
  /** What a header of the request must be; `null` if it must be absent. */
  readonly headers?: { readonly [name: string]: string | null };
  /** What the body of the request must be, or contain if it is a list. */
  readonly body?: string | readonly string[];
  /** What the service responds. Default: 204. */
  readonly response?: () => Response;
  /** What the method returns. */
  readonly value?: unknown;
  /** What the generated files contain. */
  readonly generated?: readonly string[];
}

/** The contract is refused at one place. */
export interface Refused {
  /** Text of the contract, in which an arrow stands before the place: `"style": →"label"`. Each space stands for any white space. */
  readonly at: string;
  /** What is told: the reason and the way out. */
  readonly because: RegExp;
}

/** The features of an area of the table of what a contract may use. */
export interface Area {
  readonly name: string;
  readonly features: readonly Feature[];
}

export const text = { type: "string" };
export const integer = { type: "integer" };
export const list = { type: "array", items: text };
export const color = { type: "object", properties: { R: integer, G: integer }, additionalProperties: false };
export const thing = { type: "object", required: ["name"], properties: { name: text } };

/** How a contract differs from the base, which has one operation, `GET /things`, that responds with 204. */
export interface Patch {
  readonly method?: string;
  readonly path?: string;
  /** Members of the operation. */
  readonly operation?: object;
  /** Members of the path item beside the operation. */
  readonly item?: object;
  /** Path items beside that of the operation. */
  readonly paths?: object;
  readonly components?: object;
  /** Members of the document. */
  readonly root?: object;
}

/** The base with a patch. */
export function documentOf({ method = "get", path = "/things", operation: own = {}, item = {}, paths = {}, components = {}, root = {} }: Patch): object {
  return {
    openapi: "3.1.0",
    info: { title: "Probe", version: "1.0.0", description: "One feature.", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "https://probe.invalid" }],
    security: [{ bearer: [] }],
    paths: { [path]: { ...item, [method]: operation("doThing", method, own) }, ...paths },
    ...root,
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } }, ...components },
  };
}

/** An operation that responds with 204. */
export function operation(operationId: string, method: string, members: object = {}): object {
  return {
    operationId,
    summary: "Does it.",
    "x-retry": method === "get" ? "safe" : "never",
    responses: { "204": { description: "Done." }, ...failed },
    ...members,
  };
}

const failed = { "400": { description: "Wrong." } };

/** A parameter `p` of a GET. */
export function parameter(place: string, example: unknown, members: object): object {
  const isRequired = place === "path" ? { required: true } : {};
  const parameters = [{ name: "p", in: place, description: "One.", ...isRequired, ...members, example }];
  return documentOf({ ...(place === "path" ? { path: "/things/{p}" } : {}), operation: { parameters } });
}

/** A POST with a body of one media type. */
export function body(
  mediaType: string,
  schema: object,
  example: unknown,
  { media = {}, schemas = {}, required = true }: { media?: object; schemas?: object; required?: boolean } = {},
): object {
  return documentOf({
    method: "post",
    operation: { requestBody: { required, content: { [mediaType]: { schema, ...shown(example), ...media } } } },
    components: { schemas },
  });
}

/** A GET with these successes. */
export function responding(responses: object, patch: Patch = {}): object {
  return documentOf({ ...patch, operation: { responses: { ...responses, ...failed }, ...patch.operation } });
}

/** A response with a body of one media type. */
export function responseWith(mediaType: string, schema: object | undefined, example?: unknown, members: object = {}): object {
  return { description: "It.", content: { [mediaType]: { ...(schema && { schema }), ...shown(example) } }, ...members };
}

function shown(example: unknown): object {
  return example === undefined ? {} : { examples: { one: { value: example } } };
}

/** A GET that responds with a JSON value. */
export function json(schema: object, example: unknown, schemas: object = {}): object {
  return responding({ "200": responseWith("application/json", schema, example) }, { components: { schemas } });
}

/** A response with JSON. */
export function jsonResponse(value: unknown, init: ResponseInit = {}, mediaType = "application/json"): () => Response {
  return () => new Response(JSON.stringify(value), { ...init, headers: { "content-type": mediaType, ...(init.headers as object) } });
}

/** A response with text. */
export function textResponse(value: string, mediaType: string, init: ResponseInit = {}): () => Response {
  return () => new Response(value, { ...init, headers: { "content-type": mediaType, ...(init.headers as object) } });
}
