import { isObject, refuseInput } from "./check-input.ts";
import type { WriteBody } from "./types.ts";
import { checkForm, FORM } from "./write-form.ts";

const DELIMITERS = { comma: ",", space: " ", pipe: "|" };

/** Encodes a form with arrays and objects, in the styles of the contract: by default `name=a&name=b` for an array, JSON for an object (OpenAPI 3.1, Encoding Object). */
export const writeStyledForm: WriteBody = (operation, body) => {
  const { styles = {} } = operation.body ?? {};
  const form = new URLSearchParams();
  const append = (name: string, value: unknown): void => {
    if (value instanceof Date) refuseInput(operation.id, `body.${name}`, "must be a text, because the contract does not say how a form writes a date", value);
    if (value !== undefined && value !== null) form.append(name, textOf(value));
  };
  for (const [name, value] of Object.entries(checkForm(operation, body))) {
    const style = styles[name];
    if (style === "deep" && isObject(value)) for (const [key, member] of Object.entries(value)) append(`${name}[${key}]`, member);
    else if (Array.isArray(value) && style !== "json") {
      if (style === undefined || style === "deep") for (const element of value) append(name, element);
      else if (value.length > 0) append(name, value.map(textOf).join(DELIMITERS[style]));
    } else append(name, value);
  }
  return { body: form.toString(), mediaType: FORM };
};

/** A value as the text of a form or of a part: a date as RFC 3339 writes it, an object as JSON. */
export function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : typeof value === "object" ? JSON.stringify(value) : String(value);
}
