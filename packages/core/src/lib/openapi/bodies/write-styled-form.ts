import { rejectInput, isObject } from "../../call/request/check-input.ts";
import type { WriteBody } from "../../pipeline.ts";
import { checkForm, FORM } from "../../call/request/write-form.ts";

const DELIMITERS = { comma: ",", space: " ", pipe: "|" };

/**
 * Encodes a form with arrays and objects in the contract's styles: by default `name=a&name=b` for
 * an array, JSON for an object (OpenAPI 3.1, Encoding Object).
 */
export const writeStyledForm: WriteBody = (operation, body) => {
  const { styles = {} } = operation.body ?? {};
  const form = new URLSearchParams();
  const append = (name: string, value: unknown): void => {
    if (value instanceof Date) rejectInput(operation.id, `body.${name}`, "must be a string, because the contract does not say how a form writes a date", value);
    if (value !== undefined && value !== null) form.append(name, textOf(value));
  };
  for (const [name, value] of Object.entries(checkForm(operation, body))) {
    const style = Object.hasOwn(styles, name) ? styles[name] : undefined;
    if (style === "deep" && isObject(value)) for (const [key, member] of Object.entries(value)) append(`${name}[${key}]`, member);
    else if (Array.isArray(value) && style !== "json") {
      if (style === undefined || style === "deep") for (const element of value) append(name, element);
      else if (value.length > 0) append(name, joined(operation.id, name, value, DELIMITERS[style]));
    } else append(name, value);
  }
  return { body: form.toString(), mediaType: FORM };
};

/** The elements of an array in one text, which a service can take apart again. */
function joined(id: string, name: string, elements: readonly unknown[], delimiter: string): string {
  const texts = elements.map((element, index) => {
    const at = `body.${name}[${index}]`;
    if (element === null) rejectInput(id, at, "must have a value or be left out", element);
    const text = textOf(element);
    if (text.includes(delimiter)) rejectInput(id, at, `must not contain ${JSON.stringify(delimiter)}, which separates the parts of ${name}`, element);
    return text;
  });
  return texts.join(delimiter);
}

/** A value as the text of a form or of a part: a date as RFC 3339 writes it, an object as JSON. */
export function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : typeof value === "object" ? JSON.stringify(value) : String(value);
}
