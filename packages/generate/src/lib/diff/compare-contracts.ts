import { isDeepStrictEqual } from "node:util";
import { type Contract, type ContractOperation, type Json, operationsOf, schemasOf } from "../contract/index.ts";
import { publicName } from "../generator/schemas/schema-types.ts";
import { type Change, changeOf, joinChanges, type Report } from "./change.ts";
import { compareOperations } from "./compare-operations.ts";
import { compareCredentials } from "./compare-security.ts";
import { compareKeywords } from "./keywords.ts";
import { unchanged } from "./schema-view.ts";
import { changeKind, compareLists } from "./values.ts";

/**
 * Compares two states of a contract.
 *
 * @param options `house`: an unknown extension is a break, because a rule is missing here. By
 * default it is none, because clients do not read it.
 * @returns Each change once, with its operations, largest level first. Empty if there is none.
 */
export function compareContracts(before: Contract, after: Contract, { house = false }: { readonly house?: boolean } = {}): Change[] {
  const changes: Change[] = [];
  const reportFor =
    (...operations: string[]): Report =>
    (where, rule, what) =>
      changes.push(changeOf(!house && rule.startsWith("unknown/x-") ? "extension/unknown" : rule, operations, where, what));
  const [was, is] = [operationsOf(before), operationsOf(after)];
  const found = new Set<ContractOperation>();
  const isSame = unchanged(before, after);
  for (const operation of was) {
    const next = is.find(({ id }) => id === operation.id) ?? renamed(operation, was, is);
    if (next === undefined) reportFor(operation.id)("the operation", "operation/removed", "is gone");
    else {
      found.add(next);
      if (next.id !== operation.id) reportFor(operation.id)("the operation", "operation/renamed", `is called ${next.id} now`);
      compareOperations({ contract: before, operation }, { contract: after, operation: next }, reportFor(next.id), isSame);
    }
  }
  for (const operation of is) if (!found.has(operation)) reportFor(operation.id)("the operation", "operation/added", "is new");
  compareCredentials(before, after, reportFor());
  compareTypes(before, after, reportFor());
  compareDocuments(before.document, after.document, reportFor());
  return joinChanges(changes);
}

/** The operation with a new name at the same path, or at the same path item without a path. */
function renamed(operation: ContractOperation, was: readonly ContractOperation[], is: readonly ContractOperation[]): ContractOperation | undefined {
  return is.find(({ id, pointer }) => pointer === operation.pointer && !was.some((old) => old.id === id));
}

/** The types that a client exports are named after the schemas. */
function compareTypes(before: Contract, after: Contract, report: Report): void {
  const { added, removed } = compareLists(typesOf(before), typesOf(after));
  for (const name of removed) report(`type ${name}`, "type/removed", "is gone or has another name");
  for (const name of added) report(`type ${name}`, "type/added", "is new");
}

function typesOf(contract: Contract): string[] {
  return schemasOf(contract).map(([key]) => publicName(contract, `#/components/schemas/${key}`));
}

/** Compares the rest: places of errors, servers, tags, license, and unused components. */
function compareDocuments(before: Json, after: Json, report: Report): void {
  compareKeywords({ "x-error": before["x-error"] }, { "x-error": after["x-error"] }, "the document", report);
  compareFormats(before, after, report);
  if (!isDeepStrictEqual(otherParts(before), otherParts(after)))
    report("the document", "contract/documentation", "describes the service differently: its text, servers, tags or credentials");
}

/** Each format with constants of the whole contract has functions for its events. */
function compareFormats(before: Json, after: Json, report: Report): void {
  for (const keyword of ["x-ecs", "x-ocsf"]) {
    if (isDeepStrictEqual(before[keyword], after[keyword])) continue;
    const kind = changeKind(before[keyword], after[keyword]);
    if (kind === "changed") report("the document", "format/mapping", `maps events in another way by ${keyword}`);
    else report("the document", `format/${kind}`, kind === "added" ? `maps events by ${keyword} now` : `no longer maps events by ${keyword}`);
  }
}

function otherParts({ paths: _paths, components, security: _security, "x-error": _error, "x-ecs": _ecs, "x-ocsf": _ocsf, ...others }: Json): unknown {
  return [others, (components as Json | undefined)?.["securitySchemes"]];
}
