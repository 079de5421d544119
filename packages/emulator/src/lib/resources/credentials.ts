import { toBase64, utf8 } from "../core/bytes/bytes.ts";
import { isObject, type Json, objectAt } from "../core/values/json.ts";
import type { OperationSpec } from "../core/schemas/operation-spec.ts";
import { decodeForm, pairsOf } from "../core/contract/parameter-styles.ts";
import type { Actor } from "../core/service/service.ts";
import type { Unauthenticated } from "../core/service/tokens.ts";
import type { Credential, ResourceStore } from "./store.ts";

type Scheme = Json;

/** Returns the caller by the contract's security schemes, if one alternative is satisfied. */
export function recognize(
  document: Json,
  header: (name: string) => string | undefined,
  { store, operation, query }: { readonly store: ResourceStore; readonly operation: OperationSpec; readonly query: string },
): Actor | Unauthenticated {
  const schemes = objectAt(document, "components", "securitySchemes");
  const sent = (scheme: Scheme): string | undefined => sentBy(scheme, header, query);
  const outcomes = operation.alternatives.map((names) => names.map((name) => judge(sent(objectAt(schemes, name)), store.credentials[name])));
  const met = outcomes.findIndex((outcome) => outcome.every((each) => each === "valid"));
  if (met >= 0) return { id: operation.alternatives[met]?.join(" and ") ?? "", scopes: operation.security?.scopes ?? [] };
  return outcomes.flat().includes("invalid") ? "invalid" : "missing";
}

/** Returns the challenge for missing credentials (RFC 9110 §11.6.1). */
export function challengeOf(document: Json, { security }: OperationSpec): string {
  const scheme = objectAt(document, "components", "securitySchemes", security?.scheme ?? "");
  if (scheme["type"] === "apiKey") return `ApiKey ${String(scheme["in"])}="${String(scheme["name"])}"`;
  return isBasic(scheme) ? 'Basic realm="service"' : "Bearer";
}

/** Returns a state's credentials as a client's options: `token` for a bearer token. */
export function clientOptions(
  document: Json,
  credentials: ResourceStore["credentials"],
): { readonly token?: string; readonly credentials?: ResourceStore["credentials"] } {
  const schemes = objectAt(document, "components", "securitySchemes");
  const bearers = Object.keys(credentials).filter((name) => isBearer(objectAt(schemes, name)));
  const token = bearers.length === 1 ? credentials[bearers[0] ?? ""] : undefined;
  const named = Object.entries(credentials).filter(([name]) => typeof token !== "string" || name !== bearers[0]);
  return { ...(typeof token === "string" ? { token } : {}), ...(named.length === 0 ? {} : { credentials: Object.fromEntries(named) }) };
}

function isBasic({ type, scheme }: Scheme): boolean {
  return type === "http" && String(scheme).toLowerCase() === "basic";
}

function isBearer({ type, scheme }: Scheme): boolean {
  return type === "oauth2" || type === "openIdConnect" || (type === "http" && String(scheme).toLowerCase() === "bearer");
}

function sentBy(scheme: Scheme, header: (name: string) => string | undefined, query: string): string | undefined {
  const name = String(scheme["name"]);
  if (scheme["type"] !== "apiKey") {
    const [, kind, value] = /^(\w+) +(.+)$/.exec(header("authorization") ?? "") ?? [];
    return kind?.toLowerCase() === (isBasic(scheme) ? "basic" : "bearer") ? value : undefined;
  }
  if (scheme["in"] === "header") return header(name.toLowerCase());
  const pairs = scheme["in"] === "query" ? pairsOf(query, "&") : pairsOf(header("cookie") ?? "", ";");
  const raw = pairs.find(([found]) => found === name)?.[1];
  return raw === undefined ? undefined : decodeForm(raw);
}

function judge(sent: string | undefined, expected: Credential | undefined): "missing" | "invalid" | "valid" {
  if (sent === undefined) return "missing";
  const text = isObject(expected) ? toBase64(utf8(`${String(expected["username"])}:${String(expected["password"])}`)) : expected;
  return sent === text ? "valid" : "invalid";
}
