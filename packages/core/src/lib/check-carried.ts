import { ArgumentError } from "./errors.ts";
import { join, refuseInput } from "./refuse-input.ts";

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

  function visit(place: string, value: unknown): void {
    at = place;
    if (typeof value === "string") visitText(value);
    else if (typeof value === "object" && value !== null) visitStructure(place, value);
    // RFC 8259 §3 knows no other values.
    else if (value !== null && typeof value !== "boolean" && !Number.isFinite(value))
      refuseInput(operationId, at, "must be a value that JSON can carry", value);
  }

  function visitText(text: string): void {
    if (/\p{Surrogate}/u.test(text)) refuseInput(operationId, at, "must be well-formed Unicode", text);
  }

  function visitStructure(place: string, value: object): void {
    if (above.includes(value)) refuseInput(operationId, at, "must not contain itself", value);
    if (above.length > MAX_DEPTH) refuseInput(operationId, at, "must be nested less deeply", value);
    above.push(value);
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(`${place}[${index}]`, item);
    else if (!(value instanceof Date)) visitMembers(place, value);
    else if (Number.isNaN(value.getTime())) refuseInput(operationId, at, "must be a valid date", value);
    above.pop();
  }

  function visitMembers(place: string, value: object): void {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      refuseInput(operationId, at, "must be a plain object, not an instance of a class", value);
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
    throw error instanceof ArgumentError ? error : new ArgumentError(`${operationId}: ${at || "the input"} cannot be read: it throws`, at, { operationId });
  }
}
