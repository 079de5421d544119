import { type Contract, type ContractOperation, type Json, operationsOf, schemasOf } from "@keywright/tool-contract";
import { publicName } from "@keywright/tool-generate/contract";
import { type Change, joinChanges, type Report } from "./change.ts";
import { compareOperations } from "./compare-operations.ts";
import { compareLists, isEqual } from "./equal.ts";
import { show } from "./words.ts";

/**
 * Compares two states of a contract.
 *
 * @returns Each change once, with the operations that it touches; the largest first. Empty where callers and readers see no difference.
 */
export function compareContracts(before: Contract, after: Contract): Change[] {
  const changes: Change[] = [];
  const [was, is] = [operationsOf(before), operationsOf(after)];
  const reportFor =
    (...operations: string[]): Report =>
    (where, verdict) =>
      changes.push({ ...verdict, operations, where });
  for (const operation of was) {
    const next = is.find(({ id }) => id === operation.id) ?? renamed(operation, was, is);
    if (next === undefined) reportFor(operation.id)("the operation", GONE);
    else {
      if (next.id !== operation.id) reportFor(operation.id)("the operation", renamedTo(next.id));
      compareOperations({ before: { contract: before, operation }, after: { contract: after, operation: next } }, reportFor(next.id));
    }
  }
  for (const operation of is)
    if (!was.some((old) => old.id === operation.id || renamed(old, was, is) === operation)) reportFor(operation.id)("the operation", NEW);
  compareTypes(before, after, reportFor());
  compareDocuments(before, after, reportFor());
  return joinChanges(changes);
}

const GONE = { rule: "operation/removed", level: "major", what: "is gone", consequence: "Code that calls it no longer compiles." } as const;
const NEW = { rule: "operation/added", level: "minor", what: "is new", consequence: "Code may call it." } as const;

function renamedTo(id: string) {
  return {
    rule: "operation/renamed",
    level: "major",
    what: `is called ${id} now`,
    consequence: "Code that calls it by its former name no longer compiles.",
  } as const;
}

/** The operation at the same place under a name that is new: a path, or a path item without one. */
function renamed(operation: ContractOperation, was: readonly ContractOperation[], is: readonly ContractOperation[]): ContractOperation | undefined {
  return is.find(({ id, pointer }) => pointer === operation.pointer && !was.some((old) => old.id === id));
}

/** The types that a client exports are named after the schemas. */
function compareTypes(before: Contract, after: Contract, report: Report): void {
  const { added, removed } = compareLists(typesOf(before), typesOf(after));
  for (const name of removed)
    report(`type ${name}`, {
      rule: "type/removed",
      level: "major",
      what: "is gone or has another name",
      consequence: "Code that imports it no longer compiles.",
    });
  for (const name of added) report(`type ${name}`, { rule: "type/added", level: "minor", what: "is new", consequence: "Code may import it." });
}

function typesOf(contract: Contract): string[] {
  return schemasOf(contract).map(([key]) => publicName(contract, `#/components/schemas/${key}`));
}

/** What stands beside the operations: addresses, tags, licence, and parts that no operation uses. */
function compareDocuments(before: Contract, after: Contract, report: Report): void {
  compareErrors(before.document["x-error"], after.document["x-error"], report);
  if (!isEqual(beside(before), beside(after)))
    report("the document", {
      rule: "contract/documentation",
      level: "patch",
      what: "says something else of the service as a whole: its text, addresses, tags or credentials",
      consequence: "Nothing to do.",
    });
}

/** Where errors say something: `serviceCode`, `fieldErrors` and the message of an `ApiError` come from there. */
function compareErrors(was: unknown, is: unknown, report: Report): void {
  if (isEqual(was, is)) return;
  report("x-error", {
    rule: `extension/error-${was === undefined ? "added" : is === undefined ? "removed" : "changed"}`,
    level: was === undefined ? "minor" : "major",
    what: `is ${show(is)} instead of ${show(was)}`,
    consequence: was === undefined ? "Errors say more." : "Errors no longer have what they took from the former places.",
  });
}

function beside({ document }: Contract): unknown {
  const { paths: _paths, components, security: _security, "x-error": _error, ...others } = document;
  return [others, (components as Json | undefined)?.["securitySchemes"]];
}
