import { isDeepStrictEqual } from "node:util";
import { type Contract, type ContractOperation, deref, type Json } from "../contract/index.ts";
import type { Report } from "./change.ts";
import { compareLists, showAll } from "./values.ts";

/** One state of an operation. */
export interface OperationState {
  readonly contract: Contract;
  readonly operation: ContractOperation;
}

const NONE = "no credential";

/** Compares the credentials that an operation requires, alternatives as a whole. */
export function compareSecurity(before: OperationState, after: OperationState, report: Report): void {
  const [was, is] = [kindsOf(before), kindsOf(after)];
  if (!isDeepStrictEqual(was, is)) report("security", schemeRule(was, is), `asks for ${is.join(" or ") || NONE} instead of ${was.join(" or ") || NONE}`);
  else {
    const { added, removed } = compareLists(scopesOf(before), scopesOf(after));
    if (added.length > 0) report("security", "security/scope-added", `asks for the scope ${showAll(added)}`);
    if (removed.length > 0) report("security", "security/scope-removed", `no longer asks for the scope ${showAll(removed)}`);
  }
}

/** Returns the kinds: `no credential`, `http basic and apiKey key (header X-Key)`. */
function kindsOf({ contract, operation }: OperationState): string[] {
  const schemes = ((contract.document["components"] as Json | undefined)?.["securitySchemes"] ?? {}) as Json;
  return operation.security.map(
    (requirement) =>
      Object.keys(requirement)
        .map((name) => kindOf(name, deref(contract, schemes[name] ?? {})))
        .join(" and ") || NONE,
  );
}

function kindOf(name: string, { type, scheme, in: place, name: key }: Json): string {
  // RFC 6750: an OAuth token is a bearer token, so both names mean the same to callers.
  if (type === "oauth2") return "http bearer";
  // Callers pass an API key under the name of its scheme.
  return type === "apiKey" ? `apiKey ${name} (${String(place)} ${String(key)})` : `${String(type)} ${String(scheme ?? "")}`.trim();
}

function scopesOf({ operation }: OperationState): unknown[] {
  return operation.security.flatMap((requirement) => Object.values(requirement).flat());
}

function schemeRule(was: readonly string[], is: readonly string[]): string {
  if (is.length === 0) return was.some((kind) => kind.endsWith("basic")) ? "security/basic-removed" : "security/removed";
  const added = is.filter((kind) => !was.includes(kind));
  // A second bearer scheme would need another option of the client.
  const isAddition = was.length > 0 && is.length === was.length + added.length && added.every((kind) => kind === NONE || /^(apiKey|http basic)/.test(kind));
  return isAddition ? "security/alternative-added" : "security/scheme";
}
