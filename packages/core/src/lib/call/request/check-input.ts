import type { Constraint, Operation, Parameter, RequestBody } from "../../contract.ts";
import { ArgumentError, describe } from "../../errors.ts";
import type { Contract, Input, Place, ValueChecks } from "../../pipeline.ts";

/** Whether the whole input is the request body, as for lists whose position is in the body. */
export function isBodyInput({ pagination }: Operation): boolean {
  return pagination?.style === "cursor-body";
}

/** RFC 3986 §5.2.4: a dot segment, encoded or not, changes the path; so does an empty one. */
export const NO_SEGMENT = /^(\.|%2e){0,2}$/i;

/** A check of inputs. */
export interface InputCheck {
  /** The names that an input can have. */
  readonly known: readonly string[];
  /**
   * Returns the checked input.
   *
   * @throws ArgumentError for the first invalid value: what was expected, and what came.
   */
  readonly check: (given: unknown) => Input;
}

/**
 * Creates the input check of an operation: inputs must match the contract and be JSON values,
 * because JSON silently changes or drops other values.
 *
 * Messages show numbers and lengths, but never the content of a string, because it may be a secret.
 */
export function inputCheck(operation: Operation, contract: Contract): InputCheck {
  const { id, body, pathParameters = {}, queryParameters, headerParameters, cookieParameters, security, address, idempotencyKey } = operation;
  const parameters = Object.entries({ ...pathParameters, ...queryParameters, ...headerParameters, ...cookieParameters });
  const isBody = body !== undefined && isBodyInput(operation);
  const known = [...parameters.map(([name]) => name), ...(security.inputs ?? []), body && "body", address, idempotencyKey].filter((name) => name !== undefined);

  const check: InputCheck["check"] = (whole) => {
    const place: Place = { id, checks: contract.checks, path: [] };
    if (!isObject(whole)) return reject(place, "must be an object", whole);
    if (isBody) {
      visit(place, whole, body);
      return whole;
    }
    checkPlain(place, whole);
    // Without inherited properties: a parameter may be called `constructor`.
    const given: Input = { __proto__: null, ...whole };
    for (const name of Object.keys(given)) if (!known.includes(name)) rejectName(id, name, known, given[name]);
    for (const [name, rule] of parameters) {
      place.path = [name];
      checkParameter(place, given[name], rule, Object.hasOwn(pathParameters, name));
    }
    if (security.inputs) contract.basicCredentials?.check(operation, given);
    if (body) contract.checks?.body(place, given, body);
    return given;
  };
  return { known, check };
}

function checkBody(place: Place, { body: value }: Input, body: RequestBody): void {
  place.path = ["body"];
  if (body.required && (body.nullable ? value : (value ?? undefined)) === undefined) reject(place, "is needed", value);
  // A body of another format is checked when it is written.
  if (value === undefined || body.as !== undefined) return;
  // No body has functions, but one may have a property `body`.
  if (isObject(value) && "body" in value && Object.values(value).some((property) => typeof property === "function"))
    reject(place, "must be a request body and not its builder", value, "pass its .body");
  visit(place, value, body);
}

function checkParameter(place: Place, value: unknown, rule: Parameter, isSegment: boolean): void {
  if (value === undefined && rule.required) reject(place, "is needed", value);
  if (value === undefined || (value === null && rule.nullable)) return;
  if (typeof value === "string" && isSegment && NO_SEGMENT.test(value)) reject(place, "must not be empty or a dot segment of a path", value);
  // A null would be omitted from the query, and a list with a saved null would start again.
  const index = Array.isArray(value) && !rule.mediaType ? value.indexOf(null) : -1;
  if (index >= 0) place.path.push(index);
  if (value === null || index >= 0) reject(place, "must have a value or be left out", null);
  visit(place, value, rule);
}

/** Deeper than any document of a service; a circular value exceeds it. */
const MAX_DEPTH = 1000;
/** JSON and URLs cannot carry half of a character. */
export const LONE_SURROGATE = /[\ud800-\udfff]/u;
const NOUNS: { readonly [kind: string]: string } = {
  array: "an array",
  boolean: "a boolean",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** Checks a part of an input that is written as JSON or as text. */
export function checkValue(operationId: string, path: (string | number)[], value: unknown, rule?: Constraint): void {
  visit({ id: operationId, checks: valueChecks, path }, value, rule);
}

/** Checks a value and all values that it contains. */
function visit(place: Place, value: unknown, rule: Constraint = {}): void {
  if (value === null) return;
  const kind = Array.isArray(value) ? "array" : typeof value;
  const { type = kind } = rule;
  // RFC 8259 §3 defines no other values.
  if (!(kind in NOUNS) || (kind === "number" && !Number.isFinite(value))) reject(place, "must be a value that JSON can carry", value);
  if (typeof value === "string" && LONE_SURROGATE.test(value)) reject(place, "must be well-formed Unicode", value);
  if (kind !== (type === "integer" ? "number" : type)) reject(place, `must be ${rule.expected ?? NOUNS[type]}`, value);
  if (rule.enum && typeof value !== "object" && !rule.enum.includes(value as string)) reject(place, `must be one of ${rule.enum.join(", ")}`, value);
  if (typeof value === "number") checkNumber(place, value, rule);
  else if (typeof value === "string") checkString(place, value, rule);
  else if (typeof value === "object") place.checks?.parts(place, value, rule);
}

/** Checks an array or an object with all values that it contains. */
function checkParts(place: Place, value: object, rule: Constraint): void {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) reject(place, "must be a valid date", value);
    return;
  }
  const isList = Array.isArray(value);
  const parts: Iterable<readonly [string | number, unknown]> = isList ? value.entries() : Object.entries(value);
  if (place.path.length > MAX_DEPTH) reject(place, "must be nested less deeply, and not contain itself", value);
  if (isList) checkSize(place, value, value.length, "element", [rule.minItems, rule.maxItems]);
  else {
    checkPlain(place, value);
    if ((rule.minProperties ?? rule.maxProperties ?? rule.exclusive) !== undefined) checkNames(place, value, rule);
  }
  for (const [name, part] of parts) {
    place.path.push(name);
    if (typeof name === "string" && LONE_SURROGATE.test(name)) reject(place, "must be well-formed Unicode", name);
    if (part !== undefined || isList) visit(place, part, typeof name === "number" ? rule.items : rule.properties?.[name]);
    place.path.pop();
  }
}

/** The checks that inputs need which have arrays, objects or a body. */
export const valueChecks: ValueChecks = { parts: checkParts, body: checkBody };

/** An instance of a class may have state that JSON drops. */
function checkPlain(place: Place, value: object): void {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) reject(place, "must be a plain object, not an instance of a class", value);
}

/** Checks the number of properties, and those that exclude each other. */
function checkNames(place: Place, value: object, { minProperties, maxProperties, exclusive }: Constraint): void {
  const given = Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : name));
  checkSize(place, value, given.length, "field", [minProperties, maxProperties]);
  for (const names of exclusive ?? []) {
    const [first, second] = names.filter((name) => given.includes(name));
    if (second === undefined) continue;
    place.path.push(second);
    reject(place, `and ${first} exclude each other: give one of them`, Reflect.get(value, second));
  }
}

function checkNumber(place: Place, value: number, { type = "number", minimum = -Infinity, maximum = Infinity }: Constraint): void {
  const range = minimum === -Infinity ? "" : maximum === Infinity ? ` of at least ${minimum}` : ` of ${minimum} to ${maximum}`;
  if ((type === "integer" && !Number.isSafeInteger(value)) || value < minimum || value > maximum) reject(place, `must be ${NOUNS[type]}${range}`, value);
}

function checkString(place: Place, value: string, { pattern, expected, advice, minLength = 0, maxLength = Infinity }: Constraint): void {
  if (pattern !== undefined && !(patterns.get(pattern) ?? compile(pattern)).test(value))
    reject(place, `must ${expected ? `be ${expected}` : `match ${pattern}`}`, value, advice);
  // JSON Schema 2020-12 §6.3.1 counts characters, and some have two UTF-16 units.
  if (minLength > 0 || value.length > maxLength) checkSize(place, value, [...value].length, "character", [minLength, maxLength]);
}

type Range = readonly [least: number | undefined, most: number | undefined];

function checkSize(place: Place, value: unknown, size: number, unit: string, [least = 0, most = Infinity]: Range): void {
  const units = (count: number): string => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (size < least) reject(place, `must have at least ${units(least)}`, value);
  if (size > most) reject(place, `must have at most ${units(most)}`, value);
}

const patterns = new Map<string, RegExp>();

/** Compiles each pattern once, because compiling costs more than matching. */
function compile(pattern: string): RegExp {
  const compiled = new RegExp(pattern, "u");
  patterns.set(pattern, compiled);
  return compiled;
}

/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Input {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function reject({ id, path }: Place, expected: string, value: unknown, advice?: string): never {
  const at = path
    .slice(0, 40)
    .map((name, index) => (typeof name === "number" ? `[${name}]` : index === 0 ? name : `.${name}`))
    .join("");
  return rejectInput(id, at, expected, value, advice);
}

/**
 * Throws the error of an invalid value in a call's input.
 *
 * @param at The path of the value; empty for the input as a whole.
 * @param expected The expected value, in words.
 * @param value The actual value, of which the message shows a number or a length.
 * @param advice What to do: the end of the message.
 */
export function rejectInput(operationId: string, at: string, expected: string, value: unknown, advice?: string): never {
  throw inputError(operationId, at, expected, describe(value), advice);
}

/** Creates the error of an invalid value, with the actual value in words. */
export function inputError(operationId: string, at: string, expected: string, came: string, advice?: string): ArgumentError {
  const problem = `${operationId}: ${at || "the input"} ${expected}; got ${came}`;
  return new ArgumentError("invalid-argument", problem, { argument: at || undefined, expected, operationId, advice });
}

/** Throws the error of an unknown property in a call's input. */
export function rejectName(operationId: string, name: string, known: readonly string[], value: unknown): never {
  return rejectInput(operationId, name.slice(0, 40), `is not known here: use ${known.join(", ")}`, value);
}
