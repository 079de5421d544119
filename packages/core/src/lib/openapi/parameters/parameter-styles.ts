import { rejectInput } from "../../call/request/check-input.ts";
import type { Parameter } from "../../contract.ts";

/** A value to write: its parameter in the contract, and the operation, for error messages. */
export interface Writable {
  readonly operationId: string;
  readonly name: string;
  readonly value: unknown;
  readonly rule: Parameter;
}

interface Style {
  readonly prefix?: string;
  /** The separator of the parts of an exploded array or object. */
  readonly exploded: string;
  /** The separator of the parts of an array or object that is not exploded. */
  readonly joined?: string;
  /** Whether the parameter's name is written. */
  readonly isNamed?: true;
}

/** OpenAPI 3.1 §4.8.12.3 "Style Values"; RFC 6570 appendix A has the same table. */
const STYLES: { readonly [name in NonNullable<Parameter["style"]>]: Style } = {
  simple: { exploded: "," },
  label: { prefix: ".", exploded: "." },
  matrix: { prefix: ";", exploded: ";", isNamed: true },
  form: { exploded: "&", isNamed: true },
  spaceDelimited: { exploded: "&", joined: "%20", isNamed: true },
  pipeDelimited: { exploded: "&", joined: "%7C", isNamed: true },
  deepObject: { exploded: "&", isNamed: true },
};

/**
 * Writes one parameter in its style.
 *
 * @param fallback The style of a parameter that names none: `form` in query and cookie, `simple` in
 * path and header.
 * @param encode Encodes a name or a value for the place of the parameter.
 * @returns The text; `undefined` if there is nothing to write: the value is undefined or null, or
 * has no elements or properties (RFC 6570 §2.3).
 * @throws ArgumentError if the style cannot carry the value: it has an array or an object inside,
 * or a text that contains the separator.
 */
export function writeParameter(writable: Writable, fallback: "form" | "simple", encode: (text: string) => string): string | undefined {
  const { name, value, rule } = writable;
  const { style = fallback, explode = style === "deepObject", mediaType } = rule;
  const { prefix = "", exploded, joined = ",", isNamed } = STYLES[style];
  const label = encode(name);
  // RFC 6570 §3.2.7: `;name` means an empty value; `name=` does in a form.
  const assign = (key: string, text: string): string => (text === "" && style === "matrix" ? key : `${key}=${text}`);
  const single = (text: string): string => prefix + (isNamed ? assign(label, text) : text);
  if (value === undefined) return undefined;
  if (mediaType !== undefined) return single(encode(JSON.stringify(value)));
  if (value === null) return undefined;
  if (typeof value !== "object") return single(encode(String(value)));

  const separator = explode ? exploded : joined;
  const part = (text: unknown, at: string, isKey = false): string => {
    if (text === null || typeof text === "object") reject(writable, at, "must be a string, a number or a boolean", text);
    const written = encode(String(text));
    if (written.includes(separator) || (isKey && explode && written.includes("=")))
      reject(writable, at, `must not contain ${JSON.stringify(decodeURIComponent(separator))}, which separates the parts of ${name}`, text);
    return written;
  };
  const parts = Array.isArray(value)
    ? value.map((element, index) => {
        const text = part(element, `[${index}]`);
        return explode && isNamed ? assign(label, text) : text;
      })
    : Object.entries(value).flatMap(([member, inner]: [string, unknown]) => {
        if (inner === undefined) return [];
        const at = `.${member.slice(0, 40)}`;
        const [key, text] = [part(member, at, true), part(inner, at)];
        if (!explode) return [key, text];
        return assign(style === "deepObject" ? label + encode(`[${member}]`) : key, text);
      });
  if (parts.length === 0) return undefined;
  const text = parts.join(separator);
  return explode ? prefix + text : single(text);
}

function reject({ operationId, name }: Writable, at: string, expected: string, value: unknown): never {
  return rejectInput(operationId, name + at, expected, value);
}
