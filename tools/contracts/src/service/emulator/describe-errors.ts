import { type Json, valueAt } from "@keywright/generate/contract";
import { jsonOf, objectOf, some } from "./document.ts";
import type { OperationFacts } from "./operation-facts.ts";

/** Places of a message in error bodies, the most specific first. */
const MESSAGES = ["/detail", "/message", "/error/message", "/error_description", "/title", "/error"];

/** Returns the errors of a contract: `ErrorBodies` of the emulator. */
export function describeErrors(document: Json, operations: readonly OperationFacts[]): Json {
  const bodies: { [status: string]: unknown } = {};
  const schemas: { [status: string]: string } = {};
  const others: { [id: string]: { [status: string]: unknown } } = {};
  let mediaType: string | undefined;
  for (const { id, responses } of operations) {
    const hasSuccess = Object.keys(responses).some((status) => /^[23]/.test(status));
    for (const [given, response] of Object.entries(responses)) {
      const json = /^[123]/.test(given) || (given === "default" && !hasSuccess) ? undefined : jsonOf(document, response);
      if (json === undefined) continue;
      const status = given === "default" ? "400" : given.replace("XX", "00");
      const [body] = json.examples;
      const schema = JSON.stringify(json.schema);
      mediaType ??= json.mediaType;
      if (schemas[status] === undefined) [schemas[status], bodies[status]] = [schema, body];
      else if (schemas[status] !== schema) (others[id] ??= {})[status] = body;
    }
  }
  const isShown = (pointer: string): boolean => Object.values(bodies).some((body) => typeof valueAt(body, pointer) === "string");
  const [said] = [objectOf(document["x-error"])["message"]].flat();
  return { bodies, others: some(others), message: said ?? MESSAGES.find(isShown), mediaType };
}

/** Returns the credentials of the initial state, by the contract's security schemes. */
export function describeCredentials(document: Json, service: string, operations: readonly OperationFacts[]): Json {
  const schemes = objectOf(objectOf(document["components"])["securitySchemes"]);
  const used = new Set(operations.flatMap(({ security }) => security.flatMap((alternative) => Object.keys(alternative))));
  // The token in the example of a token endpoint is valid.
  const shown = operations.flatMap(({ answer }) => (answer?.examples ?? []).map((body) => objectOf(body)["access_token"]));
  const token = shown.find((each) => typeof each === "string") ?? `${service}-token-1`;
  const credentials = [...used].map((name): [string, unknown] => {
    const { type, scheme } = objectOf(schemes[name]);
    if (type === "http" && String(scheme).toLowerCase() === "basic") return [name, { username: `${name}-user`, password: `example-${name}` }];
    return [name, type === "apiKey" ? `example-${name}` : token];
  });
  return Object.fromEntries(credentials);
}
