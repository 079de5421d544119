import type { Credential, Security } from "@keywright/core/client";
import {
  type Contract,
  ContractError,
  type ContractOperation,
  operationsOf,
  type Parameter,
  type SecurityRequirement,
  type SecurityScheme,
  schemesOf,
} from "../../contract/index.ts";
import { defined } from "../text/defined.ts";
import { parametersOf } from "../request/parameters.ts";
import { serverUrl } from "./servers.ts";

/** Returns the credentials of an operation. */
export function securityOf(contract: Contract, operation: ContractOperation): Security {
  if (operation.security.length === 0) return { scheme: "none", scopes: [] };
  const known = operation.security.filter((one) => isDefined(contract, operation, one));
  const sent = known.filter((one) => !hasCertificate(contract, operation, one));
  if (sent.length > 0 && sent.length < known.length)
    contract.note(
      operation.definition,
      `${operation.id} has an alternative with mutualTLS, which is not part of a request: remove it from the security`,
      "the others",
    );
  const requirements = sent.length > 0 ? sent : known;
  const anyOf = requirements.map((requirement) => credentialsOf(contract, operation, requirement));
  if (anyOf.every((together) => together.length === 0)) return { scheme: "none", scopes: [] };
  const [[first, second] = []] = anyOf;
  const scopes = requirements.length === 1 ? requirements.flatMap((requirement) => Object.values(requirement).flat()) : [];
  if (anyOf.length === 1 && first !== undefined && second === undefined) {
    if (first.type === "bearer" && first.name === undefined) return { scheme: "bearer", scopes };
    if (first.type === "basic" && isTokenEndpoint(contract, operation)) return { scheme: "basic", scopes, inputs: ["clientId", "clientSecret"] };
  }
  return { scheme: "named", scopes, anyOf };
}

/** Whether any row sends the client's option `token`. */
export function usesToken(rows: readonly { readonly security: Security }[]): boolean {
  return rows.some(({ security }) => security.scheme === "bearer" || security.anyOf?.flat().some(({ name }) => name === undefined));
}

/** A sentence about an operation's credentials for its documentation. */
export function securitySentence({ scheme, scopes, anyOf = [] }: Security): string {
  if (scheme === "none") return "Requires no credentials.";
  if (scheme === "basic") return "Requires the client id and client secret.";
  if (scheme === "bearer") return `Requires ${tokenWords("a token", scopes)}.`;
  const alternatives = anyOf.filter((together) => together.length > 0).map((together) => together.map(credentialWords).join(" and "));
  return alternatives.length === anyOf.length ? `Requires ${alternatives.join(", or ")}.` : `Sends ${alternatives.join(", or ")}, if the client has it.`;
}

function credentialWords(credential: Credential): string {
  const option = credential.name === undefined ? "a token" : `\`credentials.${credential.name}\``;
  return credential.type === "bearer" ? tokenWords(option, credential.scopes ?? []) : option;
}

function tokenWords(token: string, scopes: readonly string[]): string {
  return scopes.length === 0 ? token : `${token} with ${scopes.map((scope) => `\`${scope}\``).join(", ")}`;
}

function credentialsOf(contract: Contract, operation: ContractOperation, requirement: SecurityRequirement): Credential[] {
  const places = new Set<string>();
  return Object.entries(requirement).flatMap(([name, scopes]) => {
    const scheme = schemeOf(contract, operation, name);
    const credential = credentialOf(contract, name, scheme, scopes);
    if (credential === undefined) return [];
    const [place, key] = credential.type === "key" ? [credential.in, credential.key] : (["header", "Authorization"] as const);
    const carrier = `the ${place} ${place === "header" ? key.toLowerCase() : key}`;
    if (places.has(carrier)) {
      contract.note(
        requirement,
        `${operation.id} requires two credentials in ${carrier}, which has only one: make them alternatives, each in a separate requirement`,
        "the first of them",
      );
      return [];
    }
    places.add(carrier);
    const isTaken = (parameter: Parameter): boolean => (place === "header" ? parameter.name.toLowerCase() === key.toLowerCase() : parameter.name === key);
    if (credential.type === "key" && parametersOf(operation, place).some(isTaken))
      contract.report(
        scheme,
        `the key ${name} is sent in ${carrier}, which is also a parameter of ${operation.id}: remove the parameter, because the client sends the key`,
      );
    return [credential];
  });
}

/** Whether the schemes of an alternative are defined. */
function isDefined(contract: Contract, { id, definition }: ContractOperation, requirement: SecurityRequirement): boolean {
  const name = Object.keys(requirement).find((each) => schemesOf(contract)[each] === undefined);
  if (name === undefined) return true;
  contract.note(definition, `${id} has the security scheme ${name}, which components.securitySchemes does not define`, "no credential for it");
  return false;
}

function hasCertificate(contract: Contract, operation: ContractOperation, requirement: SecurityRequirement): boolean {
  return Object.keys(requirement).some((name) => schemeOf(contract, operation, name).type === "mutualTLS");
}

function schemeOf(contract: Contract, { id }: ContractOperation, name: string): SecurityScheme {
  const scheme = schemesOf(contract)[name];
  if (scheme === undefined) throw new ContractError(`${id} has the security scheme ${name}, which components.securitySchemes does not define`);
  return scheme;
}

// RFC 9110 §5.1; a cookie's name is a token, too (RFC 6265 §4.1.1).
const TOKEN = /^[!#$%&'*+\-.^_`|~\da-z]+$/i;
const OURS = /^(accept|content-type|content-length|transfer-encoding|connection|host|cookie)$/i;

function credentialOf(contract: Contract, name: string, scheme: SecurityScheme, scopes: readonly string[]): Credential | undefined {
  const report = (problem: string): undefined => void contract.report(scheme, `the security scheme ${name} ${problem}`);
  const { type, scheme: http, in: place, name: key } = scheme;
  if (isBearer(scheme))
    return defined({ type: "bearer" as const, name: hasOneBearer(contract) ? undefined : name, scopes: scopes.length === 0 ? undefined : scopes });
  if (type === "http" && http?.toLowerCase() === "basic") return { type: "basic", name };
  if (type === "apiKey") {
    if (key === undefined || (place !== "header" && place !== "query" && place !== "cookie"))
      return report(`has its key in ${String(place)}: write "in: header", "in: query" or "in: cookie", and "name"`);
    if (place !== "query" && !TOKEN.test(key))
      return report(`has its key in the ${place} ${key}, which HTTP does not allow: write the name that the service reads`);
    if (place === "header" && OURS.test(key))
      return report(`has its key in the header ${key}, which the client sets itself: write the header that the service reads`);
    return { type: "key", name, in: place, key };
  }
  if (type === "mutualTLS")
    return void contract.note(
      scheme,
      `the security scheme ${name} is mutualTLS, which is not part of a request: remove it from the security, and set the certificate by the client's option transport or fetch`,
      "no credential for it",
    );
  if (type === "http")
    return report(
      `has the HTTP scheme ${String(http)}; clients send bearer and basic: if its value is the same in every request, write "type: apiKey", "in: header", "name: Authorization" (the key is the whole value), otherwise remove it and sign in a transport`,
    );
  return report(`has the type ${String(type)}: write apiKey, http, oauth2 or openIdConnect`);
}

/** Whether a scheme sends a bearer token. */
export function isBearer({ type, scheme }: SecurityScheme): boolean {
  return type === "oauth2" || type === "openIdConnect" || (type === "http" && scheme?.toLowerCase() === "bearer");
}

/** Whether only one scheme sends a bearer token, from `token`: no token replaces another. */
export function hasOneBearer(contract: Contract): boolean {
  const names = operationsOf(contract).flatMap((operation) =>
    operation.security.flatMap((requirement) => Object.keys(requirement).filter((name) => isBearer(schemesOf(contract)[name] ?? {}))),
  );
  return new Set(names).size <= 1;
}

/** Whether each call of an operation authenticates an application (RFC 6749 §2.3.1). */
export function isTokenEndpoint(contract: Contract, { path }: ContractOperation): boolean {
  const flows = Object.values(schemesOf(contract)).flatMap(({ flows: found = {} }) => Object.values(found));
  return flows.some(({ tokenUrl }) => tokenUrl === path || tokenUrl === serverUrl(contract).replace(/\/+$/, "") + path);
}
