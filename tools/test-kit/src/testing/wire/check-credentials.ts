import { definitionOf, type Json, type OperationPlace, resolve } from "../contract/contract-parts.ts";
import type { ExampleCredential } from "../contract/example-options.ts";
import type { Pair } from "./write-parameter.ts";

export interface Credentials {
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** By the names of the contract's security schemes. */
  readonly credentials?: { readonly [name: string]: ExampleCredential };
}

/**
 * Compares a request's credentials with the contract: one complete alternative, and no other.
 *
 * @param pairs The remaining pairs of the query and of the cookies. Keys are removed from them.
 */
export function checkCredentials(
  document: Json,
  operation: OperationPlace,
  credentials: Credentials,
  headers: Headers,
  pairs: { readonly query: Pair[]; readonly cookie: Pair[] },
): string[] {
  const alternatives = (definitionOf(document, operation)["security"] ?? document["security"] ?? []) as readonly Json[];
  const inPairs = Object.entries(pairs).flatMap(([place, own]) =>
    own.map((pair) => ({ own, pair, text: `${place} ${pair[0]}: ${decodeURIComponent(pair[1])}` })),
  );
  const inHeaders = [...headers].filter(([name]) => name !== "cookie").map(([name, value]) => `header ${name}: ${value}`);
  const sent = [...inHeaders, ...inPairs.map(({ text }) => text)];
  const wanted = (alternatives.length === 0 ? [{}] : alternatives).map((names) => Object.keys(names).map((name) => credentialOf(document, name, credentials)));
  const met = wanted.filter((all) => all.every((credential) => sent.includes(credential))).sort((a, b) => b.length - a.length)[0];
  if (met === undefined) return [`its credential is missing; expected ${wanted.map((all) => all.map(withoutValue).join(" and ")).join(", or ")}`];
  for (const { own, pair, text } of inPairs) if (met.includes(text)) own.splice(own.indexOf(pair), 1);
  const named = Object.values(credentials.credentials ?? {}).map((each) => (typeof each === "string" ? each : each.password));
  const secret = [credentials.token, credentials.clientSecret, ...named];
  const more = sent.filter((each) => !met.includes(each) && (each.startsWith("header authorization") || secret.some((value) => each.endsWith(value))));
  return more.map((each) => `it has a credential that the contract does not require: ${withoutValue(each)}`);
}

function credentialOf(document: Json, name: string, { token, clientId, clientSecret, credentials = {} }: Credentials): string {
  const schemes = (document["components"] as Json)["securitySchemes"] as { readonly [name: string]: Json };
  const scheme = resolve(document, schemes[name] ?? {});
  const given = credentials[name];
  const text = typeof given === "string" ? given : token;
  if (scheme["type"] === "apiKey")
    return `${String(scheme["in"])} ${scheme["in"] === "header" ? String(scheme["name"]).toLowerCase() : String(scheme["name"])}: ${text}`;
  if (scheme["type"] !== "http" || String(scheme["scheme"]).toLowerCase() !== "basic") return `header authorization: Bearer ${text}`;
  const { username, password } = typeof given === "object" ? given : { username: clientId, password: clientSecret };
  return `header authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

function withoutValue(credential: string): string {
  return credential.replace(/: (Bearer |Basic )?.*$/, ": $1…");
}
