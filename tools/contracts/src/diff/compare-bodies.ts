import { deref, type Json } from "@keywright/tool-contract";
import type { Report, Verdict } from "./change.ts";
import { compareMedia } from "./compare-media.ts";
import { compareRest } from "./compare-rest.ts";
import type { OperationPair } from "./operation-pair.ts";

const PARTS = new Set(["required", "content"]);

/** Compares the request bodies of an operation. */
export function compareBodies({ before, after }: OperationPair, report: Report): void {
  const [was, is] = [before.operation.definition["requestBody"], after.operation.definition["requestBody"]];
  if (was === undefined && is === undefined) return;
  if (was === undefined || is === undefined) {
    report("body", is === undefined ? GONE : added(deref(after.contract, is)["required"] === true));
    return;
  }
  const [old, next] = [deref(before.contract, was), deref(after.contract, is)];
  const now = next["required"] === true;
  if ((old["required"] === true) !== now) report("body", required(now));
  const context = { before: before.contract, after: after.contract, direction: "request", report, open: [] } as const;
  compareMedia(context, old["content"] as Json, next["content"] as Json, "body");
  compareRest(old, next, PARTS, "body", report);
}

const GONE: Verdict = { rule: "body/removed", level: "major", what: "is gone", consequence: "Calls that give it no longer compile." };

function added(isRequired: boolean): Verdict {
  return isRequired
    ? { rule: "body/required-added", level: "major", what: "is new and required", consequence: "Calls without it no longer compile." }
    : { rule: "body/added", level: "minor", what: "is new and optional", consequence: "Calls may give it." };
}

function required(now: boolean): Verdict {
  return now
    ? { rule: "body/made-required", level: "major", what: "is required now", consequence: "Calls without it no longer compile." }
    : { rule: "body/made-optional", level: "minor", what: "is optional now", consequence: "Calls may leave it out." };
}
