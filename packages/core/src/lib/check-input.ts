import { checkCarried, join } from "./encode-body.ts";
import { ArgumentError } from "./errors.ts";
import type { Constraint, Operation, Parameter } from "./operation.ts";

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
export function checkInput(operation: Operation, input: unknown): Input {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new ArgumentError(`${operation.id} takes an object; got ${describe(input)}`, "", { operationId: operation.id });
  }
  checkCarried(operation.id, input);
  const given = input as Input;
  if (isBodyInput(operation)) {
    checkValue(operation.id, "", given, operation.body as Constraint);
    return given;
  }
  refuseUnknown(operation, given);
  checkParameters(operation, given, operation.pathParameters, checkPathSegment);
  checkParameters(operation, given, operation.queryParameters, () => {});
  if (operation.security.scheme === "basic") checkCredentials(operation, given);
  if (operation.body !== undefined) {
    if (given["body"] !== undefined && given["body"] !== null) checkValue(operation.id, "body", given["body"], operation.body);
    else if (operation.body.required) fail(operation.id, "body", "is needed", given["body"]);
  }
  return given;
}

function refuseUnknown(operation: Operation, input: Input): void {
  const known = [
    ...Object.keys(operation.pathParameters ?? {}),
    ...Object.keys(operation.queryParameters ?? {}),
    ...(operation.security.scheme === "basic" ? ["clientId", "clientSecret"] : []),
    ...(operation.body === undefined ? [] : ["body"]),
  ];
  for (const name of Object.keys(input)) {
    if (!known.includes(name)) {
      throw new ArgumentError(`${operation.id} has no parameter ${name.slice(0, 40)}; it takes ${known.join(", ")}`, name, { operationId: operation.id });
    }
  }
}

function checkParameters(
  operation: Operation,
  input: Input,
  parameters: { readonly [name: string]: Parameter } = {},
  check: (operationId: string, name: string, value: unknown) => void,
): void {
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = input[name];
    if (value === undefined) {
      if (parameter.required) fail(operation.id, name, "is needed", value);
      continue;
    }
    check(operation.id, name, value);
    // It would be left out of the query in silence, and a walk whose saved position is null would start over.
    if (value === null) fail(operation.id, name, "must have a value or be left out", value);
    if (Array.isArray(value) && value.includes(null)) fail(operation.id, `${name}[${value.indexOf(null)}]`, "must have a value or be left out", null);
    checkValue(operation.id, name, value, parameter);
  }
}

// RFC 3986 §5.2.4: a dot segment climbs the path, also where a server decodes it first.
const DOT_SEGMENT = /^(\.|%2e){1,2}$/i;

function checkPathSegment(operationId: string, name: string, value: unknown): void {
  if (typeof value !== "string" || value === "") fail(operationId, name, "must be a string that is not empty", value);
  if (DOT_SEGMENT.test(value)) fail(operationId, name, "must not be a dot segment of a path", value);
}

// RFC 7617 §2: neither part holds a control character, such as the line break at the end of a file.
const CONTROL = /\p{Cc}/u;

function checkCredentials(operation: Operation, input: Input): void {
  for (const name of ["clientId", "clientSecret"]) {
    const value = input[name];
    if (typeof value !== "string" || value === "") fail(operation.id, name, "must be a string that is not empty", value);
    if (CONTROL.test(value)) fail(operation.id, name, "must not hold control characters, such as a line break at its end", value);
  }
  // RFC 7617 §2: the first colon ends the user-id, so that it cannot hold one.
  if ((input["clientId"] as string).includes(":")) fail(operation.id, "clientId", "must not hold a colon", input["clientId"]);
}

function checkValue(operationId: string, at: string, value: unknown, constraint: Constraint): void {
  if (value === undefined || value === null) return;
  if (typeof value === "number") checkNumber(operationId, at, value, constraint);
  else if (typeof value === "string") checkString(operationId, at, value, constraint);
  else if (Array.isArray(value)) checkArray(operationId, at, value, constraint);
  else if (typeof value === "object") checkObject(operationId, at, value as Input, constraint);
  else if (constraint.type !== undefined && constraint.type !== typeof value) failType(operationId, at, value, constraint);
}

function checkNumber(operationId: string, at: string, value: number, { type, minimum, maximum }: Constraint): void {
  const range = minimum === undefined ? "" : ` of ${maximum === undefined ? "at least " : ""}${minimum}${maximum === undefined ? "" : ` to ${maximum}`}`;
  const noun = type === "integer" ? "a whole number" : "a number";
  if (type !== undefined && type !== "integer" && type !== "number") failType(operationId, at, value, { type });
  if ((type === "integer" && !Number.isSafeInteger(value)) || (minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)) fail(operationId, at, `must be ${noun}${range}`, value);
}

function checkString(operationId: string, at: string, value: string, constraint: Constraint): void {
  const { type, pattern, minLength, maxLength } = constraint;
  if (type !== undefined && type !== "string") failType(operationId, at, value, constraint);
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) fail(operationId, at, `must match ${pattern}`, value);
  if (constraint.enum !== undefined && !constraint.enum.includes(value)) fail(operationId, at, `must be one of ${constraint.enum.join(", ")}`, value);
  if (minLength !== undefined && value.length < minLength) fail(operationId, at, `must have at least ${minLength} characters`, value);
  if (maxLength !== undefined && value.length > maxLength) fail(operationId, at, `must have at most ${maxLength} characters`, value);
}

function checkArray(operationId: string, at: string, value: readonly unknown[], constraint: Constraint): void {
  if (constraint.type !== undefined && constraint.type !== "array") failType(operationId, at, value, constraint);
  if (constraint.minItems !== undefined && value.length < constraint.minItems) fail(operationId, at, `must have at least ${constraint.minItems} elements`, value);
  if (constraint.items === undefined) return;
  for (const [index, item] of value.entries()) checkValue(operationId, `${at}[${index}]`, item, constraint.items);
}

function checkObject(operationId: string, at: string, value: Input, constraint: Constraint): void {
  if (constraint.type !== undefined && constraint.type !== "object") failType(operationId, at, value, constraint);
  const given = Object.keys(value).filter((name) => value[name] !== undefined);
  if (constraint.minProperties !== undefined && given.length < constraint.minProperties) {
    fail(operationId, at, `must have at least ${constraint.minProperties === 1 ? "one member" : `${constraint.minProperties} members`}`, value);
  }
  for (const names of constraint.exclusive ?? []) {
    const both = names.filter((name) => given.includes(name));
    if (both.length > 1) {
      throw new ArgumentError(`${operationId}: ${both.join(" and ")} exclude each other: give one of them`, join(at, both[1] as string), { operationId });
    }
  }
  for (const [name, property] of Object.entries(constraint.properties ?? {})) checkValue(operationId, join(at, name), value[name], property);
}

function failType(operationId: string, at: string, value: unknown, { type }: Constraint): never {
  fail(operationId, at, `must be ${type === "integer" ? "a whole number" : type === "array" || type === "object" ? `an ${type}` : `a ${type}`}`, value);
}

function fail(operationId: string, at: string, expected: string, value: unknown): never {
  throw new ArgumentError(`${operationId}: ${at === "" ? "the input" : at} ${expected}; got ${describe(value)}`, at, { operationId });
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return value === "" ? "an empty string" : `a string of ${value.length} characters`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
