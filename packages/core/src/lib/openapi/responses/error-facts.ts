import { isObject } from "../../call/request/check-input.ts";
import type { Input } from "../../pipeline.ts";
import { atPointer } from "./json-pointer.ts";

/** Where an error body says something (`x-error`), as JSON pointers (RFC 6901). */
export interface ErrorPlaces {
  readonly message?: string;
  readonly code?: string;
  readonly traceId?: string;
  /** The field errors: a map of messages by field, or a list with a `field` and a `message` in each element. */
  readonly fields?: { readonly list: string; readonly field?: string; readonly message?: string };
}

/** Returns a function that copies what an error body says at these places to where problem details have it (RFC 9457 §3). A place without a text changes nothing. */
export function errorReader({ message, code, traceId, fields }: ErrorPlaces): (body: unknown) => Input {
  return (body) => {
    const list = fields && atPointer(body, fields.list);
    const errors = Array.isArray(list) ? byField(list.map((entry: unknown) => [textAt(entry, fields?.field), textAt(entry, fields?.message)])) : list;
    const said = { detail: textAt(body, message), traceId: textAt(body, traceId), serviceCode: textAt(body, code), errors };
    return { ...(isObject(body) && body), ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) };
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
