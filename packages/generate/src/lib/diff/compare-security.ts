import { isDeepStrictEqual } from "node:util";
import { type Contract, type ContractOperation, operationsOf, ownOf, schemesOf } from "../contract/index.ts";
import { hasOneBearer, isBearer, isTokenEndpoint } from "../generator/rows/security.ts";
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
  if (!isDeepStrictEqual([...was].sort(), [...is].sort()))
    report("security", schemeRule(was, is), `asks for ${is.join(" or ") || NONE} instead of ${was.join(" or ") || NONE}`);
  else {
    const { added, removed } = compareLists(scopesOf(before), scopesOf(after));
    if (added.length > 0) report("security", "security/scope-added", `asks for the scope ${showAll(added)}`);
    if (removed.length > 0) report("security", "security/scope-removed", `no longer asks for the scope ${showAll(removed)}`);
    if (added.length + removed.length === 0 && !isDeepStrictEqual(before.operation.security, after.operation.security))
      report("security", "documentation", "has the same credentials in another order, or schemes of other names");
  }
}

/** Returns the alternatives by what callers pass, such as `http basic login and http bearer`. */
function kindsOf(state: OperationState): string[] {
  return state.operation.security.map((requirement) => Object.keys(requirement).map(kindIn(state)).sort().join(" and ") || NONE);
}

const oneBearer = new WeakMap<Contract, boolean>();

/** Returns the kind of a scheme, with its name if callers pass the credential under this name. */
function kindIn(state: OperationState): (name: string) => string {
  return (name) => {
    const scheme = ownOf(schemesOf(state.contract), name) ?? {};
    const { type, scheme: http = "", in: place, name: key } = scheme;
    const kind = isBearer(scheme) ? "http bearer" : `${String(type)} ${http.toLowerCase()}`.trim();
    return [kind, ...optionsIn(state, name), ...(type === "apiKey" ? [`(${String(place)} ${String(key)})`] : [])].join(" ");
  };
}

/** Returns the name of a scheme, if callers pass its credential to the client under this name. */
function optionsIn({ contract, operation }: OperationState, name: string): string[] {
  const scheme = ownOf(schemesOf(contract), name) ?? {};
  if (isBearer(scheme)) {
    const isOnly = oneBearer.get(contract) ?? hasOneBearer(contract);
    oneBearer.set(contract, isOnly);
    return isOnly ? [] : [name];
  }
  const [first = {}, ...others] = operation.security;
  const isInput = others.length === 0 && Object.keys(first).length === 1 && isTokenEndpoint(contract, operation);
  return scheme.type === "apiKey" || (scheme.scheme?.toLowerCase() === "basic" && !isInput) ? [name] : [];
}

/** Compares the names under which callers pass credentials to the client. */
export function compareCredentials(before: Contract, after: Contract, report: Report): void {
  const [was, is] = [before, after].map((contract) => {
    const namesIn = (operation: ContractOperation): string[] =>
      operation.security.flatMap((one) => Object.keys(one)).flatMap((name) => optionsIn({ contract, operation }, name));
    return [...new Set(operationsOf(contract).flatMap(namesIn))];
  });
  for (const name of compareLists(was ?? [], is ?? []).removed)
    report(`credentials.${name}`, "security/credential-removed", "is not an option of the client any more");
}

function scopesOf({ operation }: OperationState): unknown[] {
  return operation.security.flatMap((requirement) => Object.values(requirement).flat());
}

function schemeRule(was: readonly string[], is: readonly string[]): string {
  if (is.length === 0) return was.includes("http basic") ? "security/credential-removed" : "security/removed";
  const { added, removed } = compareLists(was, is);
  // With a second bearer scheme, the first one has a name: no addition, but another option.
  const isAddition = was.length > 0 && removed.length === 0 && is.length === was.length + added.length;
  return isAddition ? "security/alternative-added" : "security/scheme";
}
