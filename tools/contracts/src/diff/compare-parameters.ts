import type { ContractOperation, Json } from "@keywright/tool-contract";
import type { Report, Verdict } from "./change.ts";
import { compareFilters } from "./compare-extensions.ts";
import type { Comparison } from "./comparison.ts";
import { compareRest } from "./compare-rest.ts";
import type { OperationPair } from "./operation-pair.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { isEqual, namesOf } from "./equal.ts";
import { serialization } from "./value-rules.ts";

const PARTS = new Set(["name", "in", "required", "schema", "content", "x-filter", "x-idempotency-key"]);

/** Compares the parameters of an operation: the members of a method's input. */
export function compareParameters({ before, after }: OperationPair, report: Report): void {
  const [was, is] = [parametersOf(before.operation), parametersOf(after.operation)];
  for (const where of namesOf(was, is)) {
    const [old, next] = [was[where], is[where]];
    if (old === undefined) report(where, added(isNeeded(next)));
    else if (next === undefined) report(where, removed(renamedTo(old, was, is)));
    else {
      const context = { before: before.contract, after: after.contract, direction: "request", report, open: [] } as const;
      compareContents(context, old, next, where);
      compareKeys(old, next, where, report);
      // A key that the client makes is needed by nobody.
      if (isNeeded(old) !== isNeeded(next) && old["x-idempotency-key"] === next["x-idempotency-key"]) report(where, required(isNeeded(next)));
      compareFilters(old["x-filter"], next["x-filter"], where, report);
      compareRest(old, next, PARTS, where, report);
    }
  }
}

/** Compares the values of a parameter: by its schema, or by that of its one media type. */
function compareContents(comparison: Comparison, old: Json, next: Json, where: string): void {
  const [[wasType, was], [isType, is]] = [contentOf(old), contentOf(next)];
  if (wasType !== isType) comparison.report(where, serialization("content")(wasType, isType, "request") as Verdict);
  compareSchemas(comparison, was, is, where);
}

function contentOf({ schema, content = {} }: Json): readonly [mediaType: string | undefined, schema: unknown] {
  const [entry] = Object.entries(content as { readonly [mediaType: string]: Json });
  return entry === undefined ? [undefined, schema] : [entry[0], entry[1]["schema"]];
}

function compareKeys(old: Json, next: Json, where: string, report: Report): void {
  const [was, is] = [old["x-idempotency-key"] === true, next["x-idempotency-key"] === true];
  if (was === is) return;
  report(
    where,
    is
      ? { rule: "parameter/key-made", level: "minor", what: "is made by the client now", consequence: "Calls may leave it out." }
      : {
          rule: "parameter/key-given",
          level: "major",
          what: "is no longer made by the client",
          consequence: "Calls that leave it out are sent without a key, or no longer compile.",
        },
  );
}

/** The parameters by place and name: `query limit`. */
function parametersOf({ parameters }: ContractOperation): { readonly [where: string]: Json } {
  return Object.fromEntries(parameters.map((parameter) => [`${String(parameter["in"])} ${String(parameter["name"])}`, parameter]));
}

/** Whether callers must give a parameter: the client makes an idempotency key. */
function isNeeded(parameter: Json | undefined): boolean {
  return parameter?.["required"] === true && parameter["x-idempotency-key"] !== true;
}

/** The one new parameter in the same place with the schema of one that is gone. */
function renamedTo(gone: Json, was: { readonly [where: string]: Json }, is: { readonly [where: string]: Json }): string | undefined {
  const candidates = Object.entries(is).filter(
    ([where, parameter]) => was[where] === undefined && parameter["in"] === gone["in"] && isEqual(parameter["schema"], gone["schema"]),
  );
  return candidates.length === 1 ? candidates[0]?.[0] : undefined;
}

function added(isRequired: boolean): Verdict {
  return isRequired
    ? { rule: "parameter/required-added", level: "major", what: "is new and required", consequence: "Calls without it no longer compile." }
    : { rule: "parameter/added", level: "minor", what: "is new and optional", consequence: "Calls may give it." };
}

function removed(renamed: string | undefined): Verdict {
  return {
    rule: `parameter/${renamed === undefined ? "removed" : "renamed"}`,
    level: "major",
    what: renamed === undefined ? "is gone" : `is gone; ${renamed} has the same schema, so it may be renamed`,
    consequence: "Calls that give it no longer compile.",
  };
}

function required(now: boolean): Verdict {
  return now
    ? { rule: "parameter/made-required", level: "major", what: "is required now", consequence: "Calls without it no longer compile." }
    : { rule: "parameter/made-optional", level: "minor", what: "is optional now", consequence: "Calls may leave it out." };
}
