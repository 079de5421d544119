import { checkValue, rejectInput, isObject } from "./check-input.ts";
import type { Operation } from "../../contract.ts";
import type { WriteBody, Input } from "../../pipeline.ts";

/**
 * Encodes a form of texts, numbers and booleans. Properties without a value are omitted, not sent
 * as "undefined" (WHATWG URL §5.2).
 */
export const writeForm: WriteBody = (operation, value) => {
  const form = new URLSearchParams();
  for (const [name, member] of Object.entries(checkForm(operation, value))) {
    if (typeof member === "object" && member !== null) rejectInput(operation.id, `body.${name}`, "must be a string, a number or a boolean", member);
    if (member !== undefined && member !== null) form.append(name, String(member));
  }
  return { body: form.toString(), mediaType: FORM };
};

/** The media type of a form. */
export const FORM = "application/x-www-form-urlencoded";

/** Returns the properties of a form that matches the contract. */
export function checkForm({ id, body }: Operation, value: unknown): Input {
  checkValue(id, ["body"], value, body);
  return isObject(value) ? value : rejectInput(id, "body", "must be an object", value);
}
