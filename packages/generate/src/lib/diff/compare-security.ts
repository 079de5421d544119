import { isDeepStrictEqual } from "node:util";
import { type Contract, type ContractOperation, ownOf, schemesOf } from "../contract/index.ts";
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
function kindIn({ contract, operation }: OperationState): (name: string) => string {
  const schemes = schemesOf(contract);
  return (name) => {
    const scheme = ownOf(schemes, name) ?? {};
    const { type, scheme: http = "", in: place, name: key } = scheme;
    if (isBearer(scheme)) {
      const isOnly = oneBearer.get(contract) ?? hasOneBearer(contract);
      oneBearer.set(contract, isOnly);
      return isOnly ? "http bearer" : `http bearer ${name}`;
    }
    if (type === "apiKey") return `apiKey ${name} (${String(place)} ${String(key)})`;
    const isInput =
      operation.security.length === 1 && operation.security.flatMap((one) => Object.keys(one)).length === 1 && isTokenEndpoint(contract, operation);
    return http.toLowerCase() === "basic" ? `http basic${isInput ? "" : ` ${name}`}` : `${String(type)} ${http}`.trim();
  };
}

function scopesOf({ operation }: OperationState): unknown[] {
  return operation.security.flatMap((requirement) => Object.values(requirement).flat());
}

function schemeRule(was: readonly string[], is: readonly string[]): string {
  if (is.length === 0) return was.some((kind) => kind.includes("http basic")) ? "security/basic-removed" : "security/removed";
  const { added, removed } = compareLists(was, is);
  // With a second bearer scheme, the first one has a name: no addition, but another option.
  const isAddition = was.length > 0 && removed.length === 0 && is.length === was.length + added.length;
  return isAddition ? "security/alternative-added" : "security/scheme";
}
