/** A contract of the service `thing`: its operations by path, and named schemas. */
export function contractOf({ paths, schemas = {}, ...members }: { readonly paths: object; readonly schemas?: object }): object {
  const info = { title: "Thing", version: "1", description: "A thing.", license: { name: "MIT", identifier: "MIT" } };
  return { openapi: "3.1.0", info, servers: [{ url: "https://thing.invalid" }], security: [], paths, components: { schemas }, ...members };
}

/** An operation with its responses. */
export function operation(operationId: string, responses: object, members: object = {}): object {
  const texts = { summary: "Does what it is called.", description: "Does what it is called." };
  return { operationId, ...texts, "x-retry": "safe", ...members, responses: { ...responses, "400": { description: "Refused." } } };
}

/** A response with a body in some media types. */
export function responseWith(content: object, members: object = {}): object {
  return { description: "The response.", content, ...members };
}
