import type { Json } from "@keywright/tool-contract";
import type { Report, Verdict } from "./change.ts";
import { compareMedia } from "./compare-media.ts";
import { compareRest } from "./compare-rest.ts";
import { type OperationPair, resolved } from "./operation-pair.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { Comparison } from "./comparison.ts";
import { namesOf } from "./equal.ts";

const RESPONSE_PARTS = new Set(["content", "headers"]);
const HEADER_PARTS = new Set(["required", "schema"]);

/** Compares the answers of an operation by their statuses. */
export function compareResponses({ before, after }: OperationPair, report: Report): void {
  const was = resolved(before.contract, before.operation.definition["responses"]);
  const is = resolved(after.contract, after.operation.definition["responses"]);
  const context = { before: before.contract, after: after.contract, direction: "response", report, open: [] } as const;
  const replaced = onlyOne(successes(was), successes(is));
  for (const status of namesOf(was, is)) {
    const [old, next] = [was[status], is[status]];
    const where = `answer ${status}`;
    if (old !== undefined && next !== undefined) compareAnswers(context, old, next, where);
    else if (replaced?.was === status) {
      report(where, statusChanged(replaced.is));
      compareAnswers(context, was[status] as Json, is[replaced.is] as Json, `answer ${replaced.is}`);
    } else if (replaced?.is !== status) report(where, next === undefined ? gone(status) : added(status));
  }
}

function compareAnswers(context: Comparison, old: Json, next: Json, where: string): void {
  compareMedia(context, old["content"] as Json | undefined, next["content"] as Json | undefined, where);
  const [was, is] = [resolved(context.before, old["headers"]), resolved(context.after, next["headers"])];
  for (const name of namesOf(was, is)) {
    const [before, after] = [was[name], is[name]];
    const at = `${where}, header ${name}`;
    if (before === undefined || after === undefined) context.report(at, header(after !== undefined, (before ?? after)?.["required"] === true));
    else {
      compareSchemas(context, before["schema"], after["schema"], at);
      if ((before["required"] === true) !== (after["required"] === true)) context.report(at, headerRequired(after["required"] === true));
      compareRest(before, after, HEADER_PARTS, at, context.report);
    }
  }
  compareRest(old, next, RESPONSE_PARTS, where, context.report);
}

function successes(answers: { readonly [status: string]: Json }): string[] {
  return Object.keys(answers).filter((status) => status.startsWith("2"));
}

/** The successful status that took the place of another. */
function onlyOne([was, ...others]: readonly string[], [is, ...more]: readonly string[]): { readonly was: string; readonly is: string } | undefined {
  if (was === undefined || is === undefined || was === is || others.length + more.length > 0) return undefined;
  return { was, is };
}

function statusChanged(is: string): Verdict {
  return {
    rule: "response/success-status",
    level: "major",
    what: `is answered as ${is}`,
    consequence: "Code that reads the status of `raw` calls gets another; services that answer the former one are refused.",
  };
}

function added(status: string): Verdict {
  return status.startsWith("2")
    ? { rule: "response/success-added", level: "major", what: "is a further success", consequence: "Code meets an answer that it does not know." }
    : { rule: "response/status-added", level: "minor", what: "is documented now", consequence: "Code may handle it; it is thrown as an ApiError, as before." };
}

function gone(status: string): Verdict {
  return status.startsWith("2")
    ? { rule: "response/success-removed", level: "major", what: "is gone", consequence: "Code that waits for it never gets it." }
    : { rule: "response/status-removed", level: "patch", what: "is no longer documented", consequence: "Code that handles it may never be reached." };
}

function header(isNew: boolean, required: boolean): Verdict {
  if (isNew) return { rule: "response/header-added", level: "minor", what: "is new", consequence: "`raw` calls may read it." };
  return {
    rule: "response/header-removed",
    level: required ? "major" : "minor",
    what: "is gone",
    consequence: required ? "Code that reads it finds nothing." : "Code that reads it finds nothing; it was never sure to be there.",
  };
}

function headerRequired(now: boolean): Verdict {
  return now
    ? { rule: "response/header-made-required", level: "minor", what: "is always there now", consequence: "Code need no longer expect its absence." }
    : { rule: "response/header-made-optional", level: "major", what: "may be absent now", consequence: "Code that reads it must expect its absence." };
}
