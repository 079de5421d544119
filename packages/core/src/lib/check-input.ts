import { checkCarried } from "./check-carried.ts";
import { ArgumentError } from "./errors.ts";
import type { Constraint, Operation, Parameter } from "./operation.ts";
import type { Parts } from "./parts.ts";
import { join, refuseInput } from "./refuse-input.ts";

/** The input of a call: path and query parameters by name, the body under `body`; where the position is the body, the body itself. */
export interface Input {
  readonly [name: string]: unknown;
}

/** Whether the whole input is the request body: so for lists whose position travels in the body. */
export function isBodyInput(operation: Operation): boolean {
  return operation.pagination?.style === "cursor-body";
}

/** Whether an operation has any input at all; where it has none, the call options are the only argument. */
export function takesInput(operation: Operation): boolean {
  return operation.pathParameters !== undefined || operation.queryParameters !== undefined || operation.body !== undefined;
}

/**
 * Checks a call's input against the contract before anything is sent.
 *
 * Messages show numbers and lengths, never a string that was given: it may be a secret.
 *
 * @throws ArgumentError for the first thing that is wrong: what was expected, and what came.
 */
export function checkInput(operation: Operation, input: unknown, parts: Parts): Input {
  if (typeof input !== "object" || input === null || Array.isArray(input)) refuseInput(operation.id, "", "must be an object", input);
  checkCarried(operation.id, input);
  const given = input as Input;
  if (isBodyInput(operation)) {
    checkValue(operation.id, "", given, operation.body as Constraint);
    return given;
  }
  refuseUnknown(operation, given);
  checkParameters(operation, given, operation.pathParameters, true);
  checkParameters(operation, given, operation.queryParameters, false);
  if (operation.security.scheme === "basic") parts.basic?.check(operation.id, given);
  if (operation.body !== undefined) {
    if (given["body"] !== undefined && given["body"] !== null) checkValue(operation.id, "body", given["body"], operation.body);
    else if (operation.body.required) refuseInput(operation.id, "body", "is needed", given["body"]);
  }
  return given;
}

function refuseUnknown({ id, pathParameters, queryParameters, security, body }: Operation, input: Input): void {
  const credentials = security.scheme === "basic" && { clientId: 0, clientSecret: 0 };
  const known = { ...pathParameters, ...queryParameters, ...credentials, ...(body && { body }) };
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(known, name))
      throw new ArgumentError(`${id} has no parameter ${name.slice(0, 40)}; it takes ${Object.keys(known).join(", ")}`, name, { operationId: id });
  }
}

function checkParameters(operation: Operation, input: Input, parameters: { readonly [name: string]: Parameter } = {}, inPath: boolean): void {
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = input[name];
    if (value === undefined) {
      if (parameter.required) refuseInput(operation.id, name, "is needed", value);
      continue;
    }
    if (inPath) checkPathSegment(operation.id, name, value);
    // It would be left out of the query in silence, and a walk whose saved position is null would start over.
    if (value === null) refuseInput(operation.id, name, "must have a value or be left out", value);
    if (Array.isArray(value) && value.includes(null)) refuseInput(operation.id, `${name}[${value.indexOf(null)}]`, "must have a value or be left out", null);
    checkValue(operation.id, name, value, parameter);
  }
}

// RFC 3986 §5.2.4: a dot segment climbs the path, also where a server decodes it first.
const DOT_SEGMENT = /^(\.|%2e){1,2}$/i;

function checkPathSegment(operationId: string, name: string, value: unknown): void {
  if (typeof value !== "string" || value === "") refuseInput(operationId, name, "must be a string that is not empty", value);
  if (DOT_SEGMENT.test(value)) refuseInput(operationId, name, "must not be a dot segment of a path", value);
}

const NOUNS = { array: "an array", boolean: "a boolean", integer: "a whole number", number: "a number", object: "an object", string: "a string" };
const CHECKS: { readonly [kind: string]: (operationId: string, at: string, value: never, constraint: Constraint) => void } = {
  array: checkArray,
  number: checkNumber,
  object: checkObject,
  string: checkString,
};

function checkValue(operationId: string, at: string, value: unknown, constraint: Constraint): void {
  if (value === undefined || value === null) return;
  const kind = Array.isArray(value) ? "array" : typeof value;
  const { type = kind as "string" } = constraint;
  if (kind !== (type === "integer" ? "number" : type)) refuseInput(operationId, at, `must be ${NOUNS[type]}`, value);
  CHECKS[kind]?.(operationId, at, value as never, constraint);
}

function checkNumber(operationId: string, at: string, value: number, { type = "number", minimum = -Infinity, maximum = Infinity }: Constraint): void {
  const range = minimum === -Infinity ? "" : maximum === Infinity ? ` of at least ${minimum}` : ` of ${minimum} to ${maximum}`;
  if ((type === "integer" && !Number.isSafeInteger(value)) || value < minimum || value > maximum)
    refuseInput(operationId, at, `must be ${NOUNS[type]}${range}`, value);
}

function checkString(operationId: string, at: string, value: string, { pattern, enum: known, minLength = 0, maxLength = Infinity }: Constraint): void {
  if (pattern !== undefined && !patternOf(pattern).test(value)) refuseInput(operationId, at, `must match ${pattern}`, value);
  if (known !== undefined && !known.includes(value)) refuseInput(operationId, at, `must be one of ${known.join(", ")}`, value);
  if (value.length < minLength) refuseInput(operationId, at, `must have at least ${minLength} characters`, value);
  if (value.length > maxLength) refuseInput(operationId, at, `must have at most ${maxLength} characters`, value);
}

const patterns = new Map<string, RegExp>();

/** A pattern costs more to read than to match: each is read once. */
function patternOf(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, "u");
  patterns.set(pattern, known);
  return known;
}

function checkArray(operationId: string, at: string, value: readonly unknown[], { minItems = 0, items }: Constraint): void {
  if (value.length < minItems) refuseInput(operationId, at, `must have at least ${minItems} elements`, value);
  if (items !== undefined) for (const [index, item] of value.entries()) checkValue(operationId, `${at}[${index}]`, item, items);
}

function checkObject(operationId: string, at: string, value: Input, { minProperties = 0, exclusive = [], properties = {} }: Constraint): void {
  const given = Object.keys(value).filter((name) => value[name] !== undefined);
  if (given.length < minProperties)
    refuseInput(operationId, at, `must have at least ${minProperties === 1 ? "one member" : `${minProperties} members`}`, value);
  for (const names of exclusive) {
    const both = names.filter((name) => given.includes(name));
    if (both.length > 1)
      throw new ArgumentError(`${operationId}: ${both.join(" and ")} exclude each other: give one of them`, join(at, both[1] as string), { operationId });
  }
  for (const [name, property] of Object.entries(properties)) checkValue(operationId, join(at, name), value[name], property);
}
