import type { Input } from "../../pipeline.ts";
import { atPointer } from "./json-pointer.ts";

/**
 * The JSON pointers (RFC 6901) of field errors (`x-error`): a map by field, or a list with `field`
 * and `message`.
 */
export interface FieldErrorPlaces {
  readonly list: string;
  readonly field?: string;
  readonly message?: string;
}

/** Returns a reader of field errors: the messages by field; `undefined` if there are none. */
export function fieldErrorReader({ list, field, message }: FieldErrorPlaces): (body: unknown) => unknown {
  return (body) => {
    const found = atPointer(body, list);
    return Array.isArray(found) ? byField(found.map((entry: unknown) => [textAt(entry, field), textAt(entry, message)])) : found;
  };
}

function byField(pairs: readonly (readonly [field: string | undefined, message: string | undefined])[]): Input | undefined {
  const messages = new Map<string, string[]>();
  for (const [field, text] of pairs) if (field !== undefined && text !== undefined) messages.set(field, [...(messages.get(field) ?? []), text]);
  return messages.size > 0 ? Object.fromEntries(messages) : undefined;
}

/** Returns the text or the number at a pointer. */
function textAt(value: unknown, pointer: string | undefined): string | undefined {
  const text = pointer === undefined ? undefined : atPointer(value, pointer);
  return typeof text === "number" || (typeof text === "string" && text !== "") ? String(text) : undefined;
}
