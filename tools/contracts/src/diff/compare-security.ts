import { type Contract, type ContractOperation, deref, type Json } from "@keywright/tool-contract";
import type { Report, Verdict } from "./change.ts";
import type { OperationPair } from "./operation-pair.ts";
import { compareLists, isEqual } from "./equal.ts";
import { showAll } from "./words.ts";

interface Secured {
  /** How the caller shows who it is: `none`, `http bearer`, `oauth2`. */
  readonly kind: string;
  readonly scopes: readonly string[];
}

/** Compares what a caller needs to be let in. Several requirements, of which one suffices, are compared as a whole. */
export function compareSecurity({ before, after }: OperationPair, report: Report): void {
  const [was, is] = [securedBy(before.contract, before.operation), securedBy(after.contract, after.operation)];
  if (isEqual(was, is)) return;
  if (
    !isEqual(
      was.map(({ kind }) => kind),
      is.map(({ kind }) => kind),
    )
  ) {
    report("security", schemeChanged(was, is));
    return;
  }
  const { added, removed } = compareLists(
    was.flatMap(({ scopes }) => scopes),
    is.flatMap(({ scopes }) => scopes),
  );
  if (added.length > 0) report("security", scopesAdded(added));
  if (removed.length > 0) report("security", scopesRemoved(removed));
}

function securedBy(contract: Contract, { security }: ContractOperation): Secured[] {
  const schemes = ((contract.document["components"] as Json | undefined)?.["securitySchemes"] ?? {}) as Json;
  return security.map((requirement) => {
    const kinds = Object.keys(requirement).map((name) => kindOf(name, deref(contract, schemes[name] ?? {})));
    return { kind: kinds.join(" and ") || NONE, scopes: Object.values(requirement as { readonly [name: string]: readonly string[] }).flat() };
  });
}

const NONE = "no credential";

function kindOf(name: string, { type, scheme, in: place, name: key }: Json): string {
  // RFC 6750: an OAuth token is a bearer token; which of the two a contract calls it changes nothing for callers.
  if (type === "oauth2") return "http bearer";
  // Callers give a key by the name of its scheme.
  return type === "apiKey" ? `apiKey ${name} (${String(place)} ${String(key)})` : `${String(type)} ${String(scheme ?? "")}`.trim();
}

function schemeChanged(was: readonly Secured[], is: readonly Secured[]): Verdict {
  const name = (secured: readonly Secured[]): string => (secured.length === 0 ? NONE : secured.map(({ kind }) => kind).join(" or "));
  const freed = is.length === 0;
  const known = new Set(was.map(({ kind }) => kind));
  const added = is.filter(({ kind }) => !known.has(kind));
  // A second kind of bearer token would have another option than the first.
  if (was.length > 0 && is.length === was.length + added.length && added.every(({ kind }) => kind === NONE || /^(apiKey|http basic)/.test(kind))) {
    return {
      rule: "security/alternative-added",
      level: "minor",
      what: `asks for ${name(is)} instead of ${name(was)}`,
      consequence: "Calls with the former credential work as before.",
    };
  }
  return {
    rule: `security/${freed ? "removed" : "scheme"}`,
    level: freed && !was.some(({ kind }) => kind.endsWith("basic")) ? "minor" : "major",
    what: `asks for ${name(is)} instead of ${name(was)}`,
    consequence: freed ? "A credential is no longer sent." : "Calls without the new credential fail.",
  };
}

function scopesAdded(scopes: readonly string[]): Verdict {
  return {
    rule: "security/scope-added",
    level: "major",
    what: `asks for the scope ${showAll(scopes)}`,
    consequence: "Calls compile as before and are refused where the token has not been given it.",
  };
}

function scopesRemoved(scopes: readonly string[]): Verdict {
  return {
    rule: "security/scope-removed",
    level: "minor",
    what: `no longer asks for the scope ${showAll(scopes)}`,
    consequence: "Tokens need not have it.",
  };
}
