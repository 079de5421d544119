import { ArgumentError } from "./errors.ts";
import type { Operation } from "./operation.ts";

/**
 * Writes a request body, which {@link checkCarried} has seen, in the contract's media type.
 *
 * @returns The text, or `undefined` where there is none.
 */
export function encodeBody({ id, body: contract }: Operation, body: unknown): string | undefined {
  if (contract === undefined || body === undefined) return undefined;
  if (contract.mediaType !== "application/x-www-form-urlencoded") return JSON.stringify(body);
  if (typeof body !== "object" || Array.isArray(body)) throw refusal(id, "body", "an object");
  // WHATWG URL §5.2. A member without a value is left out: it would arrive as the word "undefined".
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (typeof value === "object" && value !== null) throw refusal(id, `body.${name}`, "a text, a number or a boolean; got object");
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form.toString();
}

/** Deeper than any document of a service, and not so deep that a stack ends. */
const MAX_DEPTH = 1000;

/**
 * Sees that an input holds only what JSON can carry: other values would turn into something else, or vanish, in silence.
 *
 * @throws ArgumentError naming the place.
 */
export function checkCarried(operationId: string, input: object): void {
  const above: object[] = [];
  let at = "";
  const refuse = (expected: string): never => {
    throw refusal(operationId, at, expected);
  };

  function visit(place: string, value: unknown): void {
    at = place;
    if (typeof value === "string") visitText(value);
    else if (typeof value === "object" && value !== null) visitStructure(place, value);
    else if (typeof value === "number" && !Number.isFinite(value)) refuse(`a finite number; got ${value}`);
    // RFC 8259 §3 knows no other values.
    else if (!["number", "boolean", "object"].includes(typeof value)) refuse(`a value that JSON can carry; got ${typeof value}`);
  }

  function visitText(text: string): void {
    if (/\p{Surrogate}/u.test(text)) refuse("well-formed Unicode; got half of a surrogate pair");
  }

  function visitStructure(place: string, value: object): void {
    if (above.includes(value)) refuse("a value that does not contain itself");
    if (above.length > MAX_DEPTH) refuse("nested less deeply");
    // JSON.stringify would ask it for a stand-in.
    if (Object.hasOwn(value, "toJSON") && typeof (value as { readonly toJSON: unknown }).toJSON === "function") refuse("a value without toJSON");
    above.push(value);
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(`${place}[${index}]`, item);
    else if (value instanceof Date) Number.isNaN(value.getTime()) && refuse("a valid date; got an invalid one");
    else visitMembers(place, value);
    above.pop();
  }

  function visitMembers(place: string, value: object): void {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) refuse("a plain object; got an instance of a class");
    for (const name of Object.keys(value)) {
      at = join(place, name);
      visitText(name);
      const member = (value as { readonly [name: string]: unknown })[name];
      if (member !== undefined) visit(at, member);
    }
  }

  try {
    visit("", input);
  } catch (error) {
    throw error instanceof ArgumentError ? error : refusal(operationId, at, "a value that can be read; reading it throws");
  }
}

/** The place of a member. */
export function join(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

function refusal(operationId: string, at: string, expected: string): ArgumentError {
  return new ArgumentError(`${operationId}: ${at || "the input"} must be ${expected}`, at, { operationId });
}
