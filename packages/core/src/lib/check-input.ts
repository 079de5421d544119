import { checkCarried } from "./check-carried.ts";
import type { Constraint, Operation, Parameter } from "./operation.ts";
import type { Parts } from "./parts.ts";
import { join, refuseInput, refuseName } from "./refuse-input.ts";

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
  return operation.address !== undefined || operation.pathParameters !== undefined || operation.queryParameters !== undefined || operation.body !== undefined;
}

/**
 * Checks a call's input against the contract before anything is sent.
 *
 * Messages show numbers and lengths, never a string that was given: it may be a secret.
 *
 * @throws ArgumentError for the first thing that is wrong: what was expected, and what came.
 */
export function checkInput(operation: Operation, input: unknown, parts: Parts): Input {
  const { id, body, pathParameters, queryParameters, security } = operation;
  if (typeof input !== "object" || input === null || Array.isArray(input)) refuseInput(id, "", "must be an object", input);
  checkCarried(id, input);
  const given = input as Input;
  const isBody = isBodyInput(operation);
  if (!isBody) {
    refuseUnknown(operation, given);
    checkParameters(id, given, pathParameters, true);
    checkParameters(id, given, queryParameters, false);
    if (security.scheme === "basic") parts.basic?.check(id, given);
  }
  if (body !== undefined) {
    const value = isBody ? given : given["body"];
    if (body.required && (value === undefined || value === null)) refuseInput(id, "body", "is needed", value);
    checkValue(id, isBody ? "" : "body", value, body);
  }
  return given;
}

function refuseUnknown(operation: Operation, input: Input): void {
  const known = namesOf(operation);
  for (const name of Object.keys(input)) if (!known.includes(name)) refuseName(operation.id, name, known, input[name]);
}

const namesByOperation = new WeakMap<Operation, readonly string[]>();

/** The members that an input may have; they are gathered once. */
function namesOf(operation: Operation): readonly string[] {
  const { address, pathParameters, queryParameters, security, body } = operation;
  const credentials = security.scheme === "basic" && { clientId: 0, clientSecret: 0 };
  const names =
    namesByOperation.get(operation) ??
    Object.keys({ ...(address !== undefined && { [address]: 0 }), ...pathParameters, ...queryParameters, ...credentials, ...(body && { body }) });
  namesByOperation.set(operation, names);
  return names;
}

// RFC 3986 §5.2.4: a dot segment climbs the path, also where a server decodes it first. An empty one would make another path.
const NO_SEGMENT = /^(\.|%2e){0,2}$/i;

function checkParameters(id: string, input: Input, parameters: { readonly [name: string]: Parameter } = {}, inPath: boolean): void {
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = input[name];
    if (value === undefined) {
      if (parameter.required) refuseInput(id, name, "is needed", value);
      continue;
    }
    if (inPath && typeof value === "string" && NO_SEGMENT.test(value)) refuseInput(id, name, "must not be empty or a dot segment of a path", value);
    // It would be left out of the query in silence, and a walk whose saved position is null would start over.
    const at = Array.isArray(value) ? value.indexOf(null) : -1;
    if (value === null || at >= 0) refuseInput(id, at < 0 ? name : `${name}[${at}]`, "must have a value or be left out", null);
    checkValue(id, name, value, parameter);
  }
}

const NOUNS = { array: "an array", boolean: "a boolean", integer: "a whole number", number: "a number", object: "an object", string: "a string" };
const CHECKS: { readonly [kind: string]: (id: string, at: string, value: never, constraint: Constraint) => void } = {
  array: checkArray,
  number: checkNumber,
  object: checkObject,
  string: checkString,
};

function checkValue(id: string, at: string, value: unknown, constraint: Constraint): void {
  if (value === undefined || value === null) return;
  const kind = Array.isArray(value) ? "array" : typeof value;
  const { type = kind as "string" } = constraint;
  if (kind !== (type === "integer" ? "number" : type)) refuseInput(id, at, `must be ${NOUNS[type]}`, value);
  CHECKS[kind]?.(id, at, value as never, constraint);
}

function checkNumber(id: string, at: string, value: number, { type = "number", minimum = -Infinity, maximum = Infinity }: Constraint): void {
  const range = minimum === -Infinity ? "" : maximum === Infinity ? ` of at least ${minimum}` : ` of ${minimum} to ${maximum}`;
  if ((type === "integer" && !Number.isSafeInteger(value)) || value < minimum || value > maximum) refuseInput(id, at, `must be ${NOUNS[type]}${range}`, value);
}

function checkString(id: string, at: string, value: string, { pattern, enum: known, minLength, maxLength }: Constraint): void {
  if (pattern !== undefined && !patternOf(pattern).test(value)) refuseInput(id, at, `must match ${pattern}`, value);
  if (known !== undefined && !known.includes(value)) refuseInput(id, at, `must be one of ${known.join(", ")}`, value);
  checkSize(id, at, value, value.length, "characters", minLength, maxLength);
}

function checkSize(id: string, at: string, value: unknown, size: number, unit: string, least = 0, most = Infinity): void {
  if (size < least) refuseInput(id, at, `must have at least ${least} ${unit}`, value);
  if (size > most) refuseInput(id, at, `must have at most ${most} ${unit}`, value);
}

const patterns = new Map<string, RegExp>();

/** A pattern costs more to read than to match: each is read once. */
function patternOf(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, "u");
  patterns.set(pattern, known);
  return known;
}

function checkArray(id: string, at: string, value: readonly unknown[], { minItems, items }: Constraint): void {
  checkSize(id, at, value, value.length, "elements", minItems);
  if (items !== undefined) for (const [index, item] of value.entries()) checkValue(id, `${at}[${index}]`, item, items);
}

function checkObject(id: string, at: string, value: Input, { minProperties, exclusive = [], properties = {} }: Constraint): void {
  const given = Object.keys(value).filter((name) => value[name] !== undefined);
  checkSize(id, at, value, given.length, "members", minProperties);
  for (const names of exclusive) {
    const [first, second] = names.filter((name) => given.includes(name));
    if (second !== undefined) refuseInput(id, join(at, second), `and ${first} exclude each other: give one of them`, value[second]);
  }
  for (const [name, property] of Object.entries(properties)) checkValue(id, join(at, name), value[name], property);
}
