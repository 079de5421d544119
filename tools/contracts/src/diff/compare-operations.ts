import { type Contract, type ContractOperation, deref, isObject, type Json } from "@keywright/generate/contract";
import type { Report } from "./change.ts";
import { type Comparison, compareSchemas, comparisonOf } from "./compare-schemas.ts";
import { compareSecurity, type OperationState } from "./compare-security.ts";
import { compareKeywords } from "./keywords.ts";
import { compareNames, type NamedParts, partsOf } from "./named-parts.ts";
import { compareLists, namesOf, replaced, showAll } from "./values.ts";

/** What is compared by a function of its own, or is the operation's name. */
const OPERATION_PARTS = new Set(["operationId", "parameters", "requestBody", "responses", "security"]);

/** Compares two states of an operation in all their parts. */
export function compareOperations(before: OperationState, after: OperationState, report: Report): void {
  const [was, is] = [before.operation, after.operation];
  if (was.method !== is.method) report("method", "operation/method", `is ${is.method} instead of ${was.method}`);
  if (shape(was.path) !== shape(is.path)) report("path", "operation/path", `is ${is.path || "none"} instead of ${was.path || "none"}`);
  compareSecurity(before, after, report);
  compareKeywords(was.definition, is.definition, OPERATION_PARTS, "the operation", report);
  const request = comparisonOf(before.contract, after.contract, "request", report);
  compareParameters(request, was, is);
  compareBodies(request, was.body, is.body);
  compareResponses(comparisonOf(before.contract, after.contract, "response", report), was.responses, is.responses);
}

/** The names in braces are parameters, which are compared as such. */
function shape(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

const PARAMETER_PARTS = new Set(["name", "in", "required", "schema", "content"]);

/** Compares the parameters of an operation: the properties of a method's input. */
function compareParameters(comparison: Comparison, before: ContractOperation, after: ContractOperation): void {
  const [was, is] = [parametersOf(before), parametersOf(after)];
  for (const where of compareNames("request", inputOf(was), inputOf(is), (name) => name, comparison.report)) {
    const [old, next] = [was[where] as Json, is[where] as Json];
    const [[wasType, wasSchema], [isType, isSchema]] = [contentOf(old), contentOf(next)];
    if (wasType !== isType) comparison.report(where, "parameter/content", replaced("content", wasType, isType));
    compareSchemas(comparison, wasSchema, isSchema, where);
    compareKeywords(old, next, PARAMETER_PARTS, where, comparison.report);
  }
}

/** The parameters by place and name: `query limit`. */
function parametersOf({ parameters }: ContractOperation): { readonly [where: string]: Json } {
  return Object.fromEntries(parameters.map((parameter) => [`${String(parameter["in"])} ${String(parameter["name"])}`, parameter]));
}

/** A parameter with another name is in the same place. The client makes an idempotency key: callers need not pass it. */
function inputOf(parameters: { readonly [where: string]: Json }): NamedParts {
  return partsOf(
    parameters,
    (one) => one["required"] === true && one["x-idempotency-key"] !== true,
    (one) => [one["in"], one["schema"]],
  );
}

/** The schema of a parameter, or the one media type that its value has and its schema. */
function contentOf({ schema, content = {} }: Json): readonly [mediaType: string | undefined, schema: unknown] {
  const [entry] = Object.entries(content as { readonly [mediaType: string]: Json });
  return entry === undefined ? [undefined, schema] : [entry[0], entry[1]["schema"]];
}

const BODY_PARTS = new Set(["required", "content"]);

function compareBodies(comparison: Comparison, before: Json | undefined, after: Json | undefined): void {
  if (compareNames("request", partsOf(bodyOf(before)), partsOf(bodyOf(after)), (name) => name, comparison.report).length === 0) return;
  compareMedia(comparison, before?.["content"], after?.["content"], "body");
  compareKeywords(before ?? {}, after ?? {}, BODY_PARTS, "body", comparison.report);
}

function bodyOf(body: Json | undefined): { readonly [name: string]: Json } {
  return body === undefined ? {} : { body };
}

/** Compares the responses of an operation by their statuses. */
function compareResponses(comparison: Comparison, before: ContractOperation["responses"], after: ContractOperation["responses"]): void {
  const [was, is] = [before, after].map((responses) => Object.keys(responses).filter(isSuccess));
  const moved = was?.length === 1 && is?.length === 1 && was[0] !== is[0];
  for (const status of namesOf(before, after)) {
    const where = `response ${status}`;
    const next = moved && status === was[0] ? (is[0] as string) : status;
    if (moved && status === is[0]) continue;
    if (next !== status) comparison.report(where, "response/success-status", `has the status ${next} now`);
    const [old, present] = [before[status], after[next]];
    if (old !== undefined && present !== undefined) compareResponse(comparison, old, present, `response ${next}`);
    else if (old === undefined) comparison.report(where, `response/${isSuccess(status) ? "success" : "status"}-added`, "is documented now");
    else comparison.report(where, `response/${isSuccess(status) ? "success" : "status"}-removed`, "is no longer documented");
  }
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

const RESPONSE_PARTS = new Set(["content", "headers"]);
const HEADER_PARTS = new Set(["required", "schema"]);

function compareResponse(comparison: Comparison, before: Json, after: Json, where: string): void {
  const { report } = comparison;
  compareMedia(comparison, before["content"], after["content"], where);
  const [was, is] = [headersOf(comparison.before, before), headersOf(comparison.after, after)];
  const at = (name: string): string => `${where}, header ${name}`;
  for (const name of compareNames("header", partsOf(was), partsOf(is), at, report)) {
    compareSchemas(comparison, was[name]?.["schema"], is[name]?.["schema"], at(name));
    compareKeywords(was[name] ?? {}, is[name] ?? {}, HEADER_PARTS, at(name), report);
  }
  compareKeywords(before, after, RESPONSE_PARTS, where, report);
}

function headersOf(contract: Contract, { headers }: Json): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.entries(isObject(headers) ? headers : {}).map(([name, header]) => [name, deref(contract, header)]));
}

const MEDIA_PARTS = new Set(["schema"]);

/** Compares the media types of a body and their schemas. If the one media type is another now, its schema is compared with that of the former. */
function compareMedia(comparison: Comparison, before: unknown = {}, after: unknown = {}, where: string): void {
  const [was, is] = [before, after] as { readonly [mediaType: string]: Json }[] as [Json, Json];
  const { added, removed } = compareLists(Object.keys(was), Object.keys(is));
  if (removed.length > 0)
    comparison.report(where, "~/media-type", added.length > 0 ? `is ${showAll(added)} instead of ${showAll(removed)}` : `is no longer ${showAll(removed)}`);
  else if (added.length > 0)
    comparison.report(where, Object.keys(was).length === 0 ? "~/content-added" : "~/media-type-added", `may be ${showAll(added)}, too`);
  for (const type of Object.keys(was)) {
    const [old, next] = [was[type] as Json, is[removed.length === 1 && added.length === 1 && type === removed[0] ? (added[0] as string) : type] as Json];
    if (next === undefined) continue;
    compareSchemas(comparison, old["schema"], next["schema"], where);
    compareKeywords(old, next, MEDIA_PARTS, where, comparison.report);
  }
}
