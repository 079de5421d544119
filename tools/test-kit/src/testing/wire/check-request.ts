import { definitionOf, type Json, type OperationPlace, parametersOf, resolve } from "../contract/contract-parts.ts";
import type { ExampleInput } from "../contract/example-inputs.ts";
import { checkBody } from "./check-body.ts";
import { checkCredentials, type Credentials } from "./check-credentials.ts";
import { decode, encoded, expectedPairs, expectedText, type Pair, pairsOf, textOf } from "./write-parameter.ts";

/** A recorded request: the raw URL and the bytes of the body. */
export interface SentRequest extends Pick<Request, "method" | "headers"> {
  readonly url: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The input of a call, with which its request is compared. */
export interface Asked extends Pick<ExampleInput, "parameters" | "body"> {
  readonly baseUrl: string;
  readonly credentials: Credentials;
}

/**
 * Compares a request with the contract in all parts, and shares no code with the clients.
 *
 * @param document The contract as one document: `@keywright/<service>/openapi.json`.
 * @returns A line for each difference.
 */
export async function checkRequest(document: Json, operation: OperationPlace, asked: Asked, request: SentRequest): Promise<string[]> {
  const findings: string[] = [];
  const [address = "", search = ""] = request.url.split("?", 2);
  const pairs = { query: pairsOf(search), cookie: pairsOf((request.headers.get("cookie") ?? "").replaceAll(/; ?/g, "&")) };
  const headers = new Set<string>();
  if (request.method !== operation.method) findings.push(`its method is ${request.method}; expected ${operation.method}`);
  const segments = operation.path === "" ? {} : readPath(`${asked.baseUrl}${operation.path}`, address);
  if (segments === undefined) return [...findings, `its address is ${address}; expected ${asked.baseUrl}${operation.path}`];
  for (const parameter of parametersOf(document, operation)) {
    const [name, place] = [String(parameter["name"]), String(parameter["in"])];
    const value = asked.parameters[name];
    if (place === "header") headers.add(name.toLowerCase());
    // The client creates a missing key.
    if (value === undefined && parameter["x-idempotency-key"] === true && request.headers.get(name) === null)
      findings.push(`it lacks its idempotency key ${name}`);
    if (value === undefined) continue;
    const [sent, expected] =
      place === "query" || place === "cookie"
        ? comparePairs(parameter, value, pairs[place])
        : place === "path"
          ? [segments[name], expectedText(parameter, value, encoded)]
          : [headerOf(parameter, request.headers.get(name)), expectedText(parameter, value, textOf)];
    if (sent !== expected) findings.push(`its ${place} parameter ${name} is ${sent || "missing"}; expected ${expected}`);
  }
  findings.push(...checkCredentials(document, operation, asked.credentials, request.headers, pairs));
  for (const [name] of pairs.query) findings.push(`its query has ${name}, which the contract or the input does not have`);
  for (const [name] of pairs.cookie) findings.push(`it has the cookie ${name}, which the contract or the input does not have`);
  findings.push(
    ...(await checkBody(document, operation, asked.body, request.headers, request.body)),
    ...checkAccept(document, operation, request),
    ...unknownHeaders(document, headers, request),
  );
  return findings;
}

/** Returns a header, in JSON without the escapes of other characters than ASCII (RFC 8259 §7). */
function headerOf({ content }: Json, sent: string | null): string | undefined {
  if (content === undefined) return sent ?? undefined;
  return sent?.replaceAll(/\\u([\da-f]{4})/g, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** Takes a parameter's pairs from those that were sent. Returns them and the expected ones. */
function comparePairs(parameter: Json, value: unknown, pairs: Pair[]): readonly [sent: string, expected: string] {
  const expected = expectedPairs(parameter, value);
  const own = pairs.filter(([name]) => expected.some(([wanted]) => wanted === name));
  for (const pair of own) pairs.splice(pairs.indexOf(pair), 1);
  // A query may have these characters as they are.
  const canonical = (raw: string): string =>
    parameter["allowReserved"] === true ? encodeURIComponent(decode(raw)) : raw.replaceAll("+", "%20").replaceAll("|", "%7C");
  const asText = (each: readonly Pair[]): string => each.map(([name, raw]) => `${name}=${canonical(raw)}`).join("&");
  return [asText(own), asText(expected)];
}

/** Returns the texts of a path's parameters; `undefined` for another path. */
function readPath(template: string, address: string): { readonly [name: string]: string } | undefined {
  const names: string[] = [];
  const pattern = template.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith("{")) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(part.slice(1, -1));
    return "([^/?#]*)";
  });
  const found = new RegExp(`^${pattern.join("")}$`).exec(address);
  return found === null ? undefined : Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ""]));
}

/** Checks that a request accepts the documented success. */
function checkAccept(document: Json, operation: OperationPlace, { headers }: SentRequest): string[] {
  const responses = Object.entries(definitionOf(document, operation)["responses"] as { readonly [status: string]: Json });
  const types = responses
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => Object.keys((resolve(document, response)["content"] ?? {}) as Json));
  const accepted = (headers.get("accept") ?? "").split(",").map((each) => (each.split(";", 1)[0] ?? "").trim().toLowerCase());
  const lacking = types.map((type) => (type.split(";", 1)[0] ?? "").toLowerCase()).filter((type) => !accepted.some((each) => each === "*/*" || each === type));
  return lacking.map((type) => `it must accept ${type}, which the contract's response has`);
}

function unknownHeaders(document: Json, declared: ReadonlySet<string>, { headers }: SentRequest): string[] {
  const schemes = Object.values(((document["components"] ?? {}) as Json)["securitySchemes"] ?? {}) as readonly Json[];
  const keys = schemes.filter((scheme) => scheme["in"] === "header").map((scheme) => String(scheme["name"]).toLowerCase());
  const known = new Set(["accept", "accept-encoding", "authorization", "content-type", "content-length", "cookie", ...keys, ...declared]);
  return [...headers.keys()].filter((name) => !known.has(name)).map((name) => `it has the header ${name}, which the contract does not have`);
}
