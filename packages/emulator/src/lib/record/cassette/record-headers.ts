import { isObject, objectAt } from "../../core/values/json.ts";
import { responseOf } from "../../core/schemas/operation-spec.ts";
import type { RecordedHeaders } from "./cassette.ts";
import type { Masks } from "./masks.ts";
import type { FoundOperation } from "./service-contracts.ts";

/** Returns a header by its name in lower case. Repeated headers are joined by a comma. */
export type ReadHeader = (name: string) => string | undefined;

const OF_REQUESTS = ["accept", "content-type"];
const OF_RESPONSES = [
  "allow",
  "cache-control",
  "content-disposition",
  "content-language",
  "content-range",
  "content-type",
  "date",
  "etag",
  "last-modified",
  "link",
  "location",
  "retry-after",
  "www-authenticate",
];

/** Returns the request headers to record: content's and contract's, with masked credentials. */
export function recordRequestHeaders(found: FoundOperation | undefined, header: ReadHeader, masks: Masks): RecordedHeaders {
  const named = (found?.operation.parameters ?? []).filter((parameter) => parameter.in === "header").map(({ name }) => name.toLowerCase());
  const secrets = new Set(secretsIn(found, "header"));
  const headers: { [name: string]: string } = {};
  for (const name of new Set([...OF_REQUESTS, ...named, ...secrets])) {
    const value = header(name);
    if (value !== undefined) headers[name] = secrets.has(name) ? masks.maskCredential(value) : masks.clean(value);
  }
  const authorization = header("authorization");
  return authorization === undefined ? headers : { ...headers, authorization: maskAuthorization(authorization, masks) };
}

/** Returns the response headers to record: standard ones and the contract's, never cookies. */
export function recordResponseHeaders(found: FoundOperation | undefined, status: number, header: ReadHeader, masks: Masks): RecordedHeaders {
  const named = (found === undefined ? undefined : responseOf(found.operation, status))?.headers.map(({ name }) => name) ?? [];
  const headers: { [name: string]: string } = {};
  for (const name of new Set([...OF_RESPONSES, ...named])) {
    const value = header(name);
    // `content-length` is that of the body that replay returns.
    if (value !== undefined && name !== "content-length") headers[name] = masks.clean(name === "location" ? withoutGrant(value, masks) : value);
  }
  return headers;
}

/** Returns a query with placeholders for credentials, secrets and unknown parameters. */
export function recordQuery(found: FoundOperation | undefined, query: string, masks: Masks): string {
  if (query === "") return "";
  const parameters = found?.operation.parameters.filter((parameter) => parameter.in === "query") ?? [];
  const credentials = secretsIn(found, "query");
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => {
    if (credentials.includes(name.toLowerCase())) return [name, masks.maskCredential(value)];
    // An object has its property in brackets after its name.
    const parameter = parameters.find((known) => name === known.name || name.startsWith(`${known.name}[`));
    const isSecret = parameter === undefined || parameter.schema["x-secret"] === true;
    return [name, isSecret && value !== "" ? masks.mask(value) : masks.clean(value)];
  });
  return new URLSearchParams(pairs).toString();
}

/** The names of the API keys in the contract, in lower case. */
function secretsIn(found: FoundOperation | undefined, place: "header" | "query"): readonly string[] {
  const schemes = objectAt(found?.service.document ?? {}, "components", "securitySchemes");
  const keys = Object.values(schemes).filter((scheme) => isObject(scheme) && scheme["type"] === "apiKey" && scheme["in"] === place);
  return keys.map((scheme) => String((scheme as { readonly name?: unknown }).name).toLowerCase());
}

function maskAuthorization(value: string, masks: Masks): string {
  const [, scheme = "", credential = ""] = /^(\S+)\s+(.*)$/s.exec(value) ?? [];
  if (credential === "") return masks.maskCredential(value);
  if (scheme.toLowerCase() === "basic") {
    const [, ...password] = Buffer.from(credential, "base64").toString("utf8").split(":");
    const text = password.join(":");
    if (text !== "") masks.maskCredential(text);
    // RFC 6749 §2.3.1: the password is also encoded as in a form.
    if (text !== "") masks.maskCredential(new URLSearchParams(`a=${text}`).get("a") ?? text);
  }
  return `${scheme} ${masks.maskCredential(credential)}`;
}

const GRANT = /([?&#](?:code|sig|[^=&]*(?:token|secret|password|signature|credential)[^=&]*)=)([^&#]+)/gi;

/** A redirect can contain codes and tokens (RFC 6749 §4.1.2), or a file server's signature. */
function withoutGrant(location: string, masks: Masks): string {
  return location.replaceAll(GRANT, (_, name: string, value: string) => name + masks.maskCredential(value));
}
