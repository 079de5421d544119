import { isObject, type Json } from "@keywright/generate/contract";
import type { OperationFacts } from "./operation-facts.ts";
import { jsonOf, objectOf } from "./schemas.ts";

/** The names that a message has in bodies of errors, the most telling first. */
const MESSAGES = ["/detail", "/message", "/error/message", "/error_description", "/title", "/error"];

/** The errors of a contract: `ErrorBodies` of the emulator. */
export function describeErrors(document: Json, operations: readonly OperationFacts[]): Json {
  const bodies: { [status: string]: { readonly body: unknown; readonly schema: string } } = {};
  const others: { [id: string]: { [status: string]: unknown } } = {};
  let mediaType: string | undefined;
  for (const { id, responses } of operations) {
    for (const [given, response] of Object.entries(responses)) {
      const status = given === "default" ? "400" : given.replace("XX", "00");
      const json = /^[123]/.test(given) ? undefined : jsonOf(document, response);
      if (json === undefined || (given === "default" && !hasSuccess(responses))) continue;
      const [body] = json.examples;
      const schema = JSON.stringify(json.schema);
      mediaType ??= json.mediaType;
      bodies[status] ??= { body, schema };
      if (bodies[status].schema !== schema) (others[id] ??= {})[status] = body;
    }
  }
  const shown = Object.fromEntries(Object.entries(bodies).map(([status, { body }]) => [status, body]));
  const message =
    objectOf(document["x-error"])["message"] ?? MESSAGES.find((pointer) => Object.values(shown).some((body) => typeof at(body, pointer) === "string"));
  return {
    bodies: shown,
    ...(Object.keys(others).length === 0 ? {} : { others }),
    ...(message === undefined ? {} : { message }),
    ...(mediaType === undefined ? {} : { mediaType }),
  };
}

function hasSuccess(responses: OperationFacts["responses"]): boolean {
  return Object.keys(responses).some((status) => /^[23]/.test(status));
}

function at(body: unknown, pointer: string): unknown {
  return pointer
    .slice(1)
    .split("/")
    .reduce<unknown>((holder, name) => (isObject(holder) ? holder[name] : undefined), body);
}

/** The credentials of the first state, by the contract's security schemes. */
export function describeCredentials(document: Json, service: string, operations: readonly OperationFacts[]): Json {
  const schemes = objectOf(objectOf(document["components"])["securitySchemes"]);
  const used = new Set(operations.flatMap(({ security }) => security.flatMap((alternative) => Object.keys(alternative))));
  // A token that the contract's token endpoint shows opens what it is for.
  const issued = operations
    .flatMap(({ answer }) => (answer?.examples ?? []).map((body) => objectOf(body)["access_token"]))
    .find((token) => typeof token === "string");
  return Object.fromEntries(
    [...used].map((name) => {
      const { type, scheme } = objectOf(schemes[name]);
      if (type === "http" && String(scheme).toLowerCase() === "basic") return [name, { username: `${name}-user`, password: `example-${name}` }];
      return [name, type === "apiKey" ? `example-${name}` : (issued ?? `${service}-token-1`)];
    }),
  );
}
