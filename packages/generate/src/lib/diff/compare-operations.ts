import { type Contract, type ContractOperation, deref, isObject, type Json } from "../contract/index.ts";
import type { Report } from "./change.ts";
import { type Comparison, compareParts, compareSchemas, comparisonOf } from "./compare-schemas.ts";
import { compareSecurity, type OperationState } from "./compare-security.ts";
import { compareKeywords } from "./keywords.ts";
import type { Parts } from "./named-parts.ts";
import { compareLists, namesOf, showAll } from "./values.ts";

/** Compares two states of an operation. */
export function compareOperations(before: OperationState, after: OperationState, report: Report, isSame: Comparison["isSame"]): void {
  const [was, is] = [before.operation, after.operation];
  if (was.method !== is.method) report("method", "operation/method", `is ${is.method} instead of ${was.method}`);
  if (shape(was.path) !== shape(is.path)) report("path", "operation/path", `is ${is.path || "none"} instead of ${was.path || "none"}`);
  compareSecurity(before, after, report);
  compareKeywords(restOf(was), restOf(is), "the operation", report);
  const request = comparisonOf(before.contract, after.contract, "request", report, isSame);
  compareParts(request, "request", parametersOf(was), parametersOf(is), (name) => name);
  if (was.body !== undefined && is.body !== undefined) compareMedia(request, was.body, is.body, "body");
  compareParts(request, "request", bodyOf(was), bodyOf(is), (name) => name);
  compareResponses(comparisonOf(before.contract, after.contract, "response", report, isSame), was.responses, is.responses);
}

/** The path without its parameters' names, which are compared as parameters. */
function shape(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/** The properties of an operation that no function of their own compares. */
function restOf({ definition }: ContractOperation): Json {
  const { operationId: _id, parameters: _parameters, requestBody: _body, responses: _responses, security: _security, ...rest } = definition;
  return rest;
}

/** Returns the parameters by place and name: `query limit`. */
function parametersOf({ parameters }: ContractOperation): Parts {
  return Object.fromEntries(
    parameters.map(({ name, in: place, required, schema, content = {}, ...rest }) => {
      const [[mediaType, media] = []] = Object.entries(content as { readonly [mediaType: string]: Json });
      const part = {
        // The client creates the idempotency key, so callers need not pass it.
        required: required === true && rest["x-idempotency-key"] !== true,
        schema: media === undefined ? schema : media["schema"],
        rest: { content: mediaType, ...rest },
      };
      return [`${String(place)} ${String(name)}`, part];
    }),
  );
}

function bodyOf({ body }: ContractOperation): Parts {
  if (body === undefined) return {};
  const { required, content: _content, ...rest } = body;
  return { body: { required: required === true, rest } };
}

function compareResponses(comparison: Comparison, before: ContractOperation["responses"], after: ContractOperation["responses"]): void {
  const [was, is] = [before, after].map((responses) => Object.keys(responses).filter(isSuccess));
  const moved = was?.length === 1 && is?.length === 1 && was[0] !== is[0];
  for (const status of namesOf(before, after)) {
    const where = `response ${status}`;
    const next = moved && status === was[0] ? (is[0] as string) : status;
    if (moved && status === is[0]) continue;
    if (next !== status) comparison.report(where, "response/success-status", `has the status ${next} now`);
    const [old, present] = [before[status], after[next]];
    const kind = isSuccess(status) ? "success" : "status";
    if (old !== undefined && present !== undefined) compareResponse(comparison, old, present, `response ${next}`);
    else if (old === undefined) comparison.report(where, `response/${kind}-added`, "is documented now");
    else comparison.report(where, `response/${kind}-removed`, "is no longer documented");
  }
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function compareResponse(comparison: Comparison, before: Json, after: Json, where: string): void {
  compareMedia(comparison, before, after, where);
  const [{ content: _was, headers: wasHeaders, ...was }, { content: _is, headers: isHeaders, ...is }] = [before, after];
  const [old, next] = [headersOf(comparison.before, wasHeaders), headersOf(comparison.after, isHeaders)];
  compareParts(comparison, "header", old, next, (name) => `${where}, header ${name}`);
  compareKeywords(was, is, where, comparison.report);
}

function headersOf(contract: Contract, headers: unknown): Parts {
  return Object.fromEntries(
    Object.entries(isObject(headers) ? headers : {}).map(([name, header]) => {
      const { required, schema, ...rest } = deref(contract, header);
      return [name, { required: required === true, schema, rest }];
    }),
  );
}

/** Compares media types and schemas. If the only type changed, both schemas are compared. */
function compareMedia(comparison: Comparison, { content: before = {} }: Json, { content: after = {} }: Json, where: string): void {
  const [was, is] = [before, after] as { readonly [mediaType: string]: Json }[] as [Json, Json];
  const { added, removed } = compareLists(Object.keys(was), Object.keys(is));
  if (removed.length > 0)
    comparison.report(where, "~/media-type", added.length > 0 ? `is ${showAll(added)} instead of ${showAll(removed)}` : `is no longer ${showAll(removed)}`);
  else if (added.length > 0)
    comparison.report(where, Object.keys(was).length === 0 ? "~/content-added" : "~/media-type-added", `may be ${showAll(added)}, too`);
  const isOther = removed.length === 1 && added.length === 1;
  for (const type of Object.keys(was)) {
    const [old, next] = [was[type], is[isOther && type === removed[0] ? (added[0] as string) : type]] as [Json, Json | undefined];
    if (next === undefined) continue;
    const [{ schema: wasSchema, ...wasRest }, { schema: isSchema, ...isRest }] = [old, next];
    compareSchemas(comparison, wasSchema, isSchema, where);
    compareKeywords(wasRest, isRest, where, comparison.report);
  }
}
