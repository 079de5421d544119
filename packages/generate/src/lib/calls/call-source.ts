import { type Contract, deref, isVariableName, type Schema } from "../contract/index.ts";
import type { Change } from "../diff/change.ts";
import type { ClientOperation } from "../generator/rows/operation-rows.ts";
import { isPositionBody } from "../generator/rows/pagination-row.ts";
import { isInt64, propertiesOf, requiredOf, valuesOf } from "../generator/schemas/schema-types.ts";
import { typeOf } from "../generator/schemas/type-of.ts";
import { key, toSource } from "../generator/text/print.ts";
import { canBeMissing, ITEM, partAt, readSteps, type Step, stepsTo } from "./schema-steps.ts";

/** One state of a change. */
export interface State {
  readonly contract: Contract;
  readonly change: Pick<Change, "rule" | "where" | "what">;
  readonly isBefore: boolean;
}

/**
 * Returns the call of an operation that passes or reads the place of a change.
 *
 * It has only what the compiler requires. A value that the change is not about is a variable.
 */
export function callSource(state: State, operation: ClientOperation): string {
  const { row } = operation;
  const call = `client.${operation.id}(${inputSource(state, operation)})`;
  const isStream = row.alternatives === undefined && ["events", "lines", "sequence"].includes(row.response.type);
  if (row.pagination !== undefined || isStream) {
    const [body = "console.log(entry);"] = [readSource(state, operation, "entry")].flatMap((line) => line && `{\n  ${line}\n}`);
    return `for await (const entry of ${isStream ? "await " : ""}${call}) ${body}`;
  }
  if (row.response.type === "none" && row.poll === undefined) return `await ${call};`;
  return [`const result = await ${call};`, ...[readSource(state, operation, "result")].flatMap((line) => line ?? [])].join("\n");
}

/** Whether the call passes what it may leave out. */
function isPassed({ change: { rule } }: State): boolean {
  return !/^request\/(required|default)/.test(rule);
}

function inputSource(state: State, { row, inputs, sent }: ClientOperation): string {
  const { change, contract } = state;
  const [, place, name] = /^(path|query|header|cookie) ([^.[\s]+)$/.exec(change.where) ?? [];
  const parameters = inputs.flatMap((parameter) => {
    const isPlace = parameter.in === place && parameter.name === name;
    if (parameter.required !== true && !(isPlace && isPassed(state))) return [];
    return isPlace && parameter.schema !== undefined && parameter["x-filter"] === undefined
      ? `${key(parameter.name)}: ${literalSource(state, parameter.schema)}`
      : variableSource(parameter.name);
  });
  const schema = sent?.content.schema;
  const steps = change.rule.startsWith("request/") && schema !== undefined ? stepsOf(contract, schema, change.where, "body") : undefined;
  const body = schema !== undefined && steps !== undefined && steps.length > 0 ? valueSource(state, schema, steps) : undefined;
  if (isPositionBody(row)) return body ?? "";
  const basic = row.security.scheme === "basic" ? ["clientId", "clientSecret"] : [];
  const bodies =
    body !== undefined ? [`body: ${body}`] : sent?.required === true || (sent !== undefined && change.where === "body" && isPassed(state)) ? ["body"] : [];
  const parts = [...(row.address === undefined ? [] : [row.address]), ...parameters, ...basic, ...bodies];
  return parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
}

/** The steps from a body to a place, which begins with the body or with a type. */
function stepsOf(contract: Contract, schema: Schema, where: string, body: string): readonly Step[] | undefined {
  const [root = "", rest = ""] = where.startsWith(body) ? [body, where.slice(body.length)] : (/^(\w+)(.*)$/.exec(where)?.slice(1) ?? []);
  const [start, steps] = [root === body ? [] : stepsTo(contract, schema, root), readSteps(rest)];
  return start && steps && [...start, ...steps];
}

/** An object with what it requires and the value at some steps. */
function valueSource(state: State, schema: Schema, [step, ...rest]: readonly Step[]): string {
  const { contract } = state;
  if (step === undefined) return literalSource(state, schema);
  const found = partAt(contract, schema, [step]);
  // The service alone sets it, so no call passes it.
  const part = found !== undefined && deref(contract, found).readOnly === true ? undefined : found;
  if (step === ITEM) return part === undefined ? "[]" : `[${valueSource(state, part, rest)}]`;
  const required = requiredNames(contract, schema);
  const isMore = part !== undefined && !required.includes(step) && (rest.length > 0 || isPassed(state));
  const names = isMore ? [...required, step] : required;
  return objectSource(names.map((name) => (name === step && part !== undefined ? `${key(name)}: ${valueSource(state, part, rest)}` : variableSource(name))));
}

function requiredNames(contract: Contract, schema: Schema): readonly string[] {
  const properties = propertiesOf(contract, schema);
  return [...requiredOf(contract, schema)].filter((name) => properties[name] === undefined || deref(contract, properties[name]).readOnly !== true);
}

function objectSource(parts: readonly string[]): string {
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

function variableSource(name: string): string {
  return isVariableName(name) ? name : `${key(name)}: value`;
}

/** A value that the change is about, if one is known: the former value before it, another after. */
function literalSource({ contract, change, isBefore }: State, schema: Schema): string {
  if (isBefore && change.rule === "request/null-narrowed") return "null";
  const found = deref(contract, schema);
  const { const: constant, enum: listed = [], example, examples = [], default: fallback, maximum, minimum, type } = found;
  const known = [constant, ...listed, ...(valuesOf(found) ?? []), example, ...examples, fallback, maximum, minimum].filter((value) => value !== undefined);
  const named = change.what.split(/,? /);
  const value = known.find((one) => named.includes(JSON.stringify(one)) === isBefore) ?? known[0];
  if (value !== undefined) return isInt64(found) ? JSON.stringify(String(value)) : toSource(value);
  const [name = "object"] = [type].flat().filter((one) => one !== "null");
  if (isInt64(found)) return '"1"';
  const literals: { readonly [type: string]: string } = { string: '"text"', integer: "1", number: "1", boolean: "true", array: "[]" };
  return literals[name] ?? objectSource(requiredNames(contract, schema).map(variableSource));
}

/** A statement that reads the place of a change from a response, with the type of its value. */
function readSource({ contract, change }: State, { row, success, polled }: ClientOperation, base: "entry" | "result"): string | undefined {
  const { schema } = polled?.content ?? success;
  if (schema === undefined || !change.rule.startsWith("response/")) return undefined;
  const all = stepsOf(contract, schema, change.where.replace(/^response \d+/, "response"), "response");
  const skipped = row.pagination === undefined ? 0 : (all?.indexOf(ITEM) ?? -1) + 1;
  const part = all && partAt(contract, schema, all);
  if (all === undefined || part === undefined || (row.pagination !== undefined && skipped === 0)) return undefined;
  let [expression, isMissing]: [string, boolean] = [base, false];
  for (const [index, step] of all.entries()) {
    if (index < skipped) continue;
    const access = step === ITEM ? "[0]" : isVariableName(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    expression += isMissing ? `?.${access.replace(/^\./, "")}` : access;
    isMissing ||= canBeMissing(contract, partAt(contract, schema, all.slice(0, index)) as Schema, all.slice(index));
  }
  return `const read: ${typeOf(contract, part, change.where)}${isMissing ? " | undefined" : ""} = ${expression};`;
}
