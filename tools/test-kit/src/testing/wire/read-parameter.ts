import type { Json } from "../contract-parts.ts";

/** A value as a request has it: a text, a list of texts, or texts by their names; any value for `content: application/json`. */
export type Read = unknown;

/** Returns a value after it was written as text and parsed again. */
export function asText(value: unknown): Read {
  if (Array.isArray(value)) return value.map((item) => textOf(item));
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, textOf(member)]));
  return textOf(value);
}

/** Returns whether a parameter is sent as JSON. */
export function isJson(parameter: Json): boolean {
  return Object.keys((parameter["content"] ?? {}) as Json).some((type) => /[/+]json\b/i.test(type));
}

/** One pair of a query, a form or a cookie: the decoded name and the raw value. */
export type Pair = readonly [name: string, raw: string];

/** Returns the pairs of a query or a form. */
export function pairsOf(query: string): Pair[] {
  return query
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [decode(pair), ""] : [decode(pair.slice(0, at)), pair.slice(at + 1)];
    });
}

/**
 * Parses a parameter from pairs (OpenAPI 3.1 §4.8.12.2).
 *
 * @param value The input, which determines whether to parse a value, a list or an object.
 * @param pairs The remaining pairs. Those of the parameter are removed.
 */
export function readPairs(parameter: Json, value: unknown, pairs: Pair[]): Read {
  const name = String(parameter["name"]);
  const { style = "form", explode = style === "form" } = parameter as { readonly style?: string; readonly explode?: boolean };
  const take = (wanted: (name: string) => boolean): Pair[] => {
    const taken = pairs.filter(([found]) => wanted(found));
    for (const pair of taken) pairs.splice(pairs.indexOf(pair), 1);
    return taken;
  };
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isObject && !isJson(parameter)) {
    const inBrackets = take((found) => style === "deepObject" && found.startsWith(`${name}[`));
    if (style === "deepObject") return Object.fromEntries(inBrackets.map(([found, raw]) => [found.slice(name.length + 1, -1), decode(raw)]));
    if (explode) return Object.fromEntries(take((found) => Object.hasOwn(value, found)).map(([found, raw]) => [found, decode(raw)]));
  }
  const own = take((found) => found === name);
  if (isJson(parameter)) return own.length === 1 ? JSON.parse(decode(own[0]?.[1] ?? "")) : own;
  if (Array.isArray(value) && explode) return own.map(([, raw]) => decode(raw));
  if (own.length !== 1) return own.length === 0 ? undefined : `expected one pair, got ${own.length}`;
  const raw = own[0]?.[1] ?? "";
  if (typeof value !== "object" || value === null) return decode(raw);
  const parts = raw.split(DELIMITERS[style] ?? ",").map(decode);
  return isObject ? inTwos(parts) : parts;
}

/** Parses a parameter of a path or a header from its text. */
export function readSimple(parameter: Json, value: unknown, sent: string): Read {
  if (isJson(parameter)) return JSON.parse(decode(sent));
  const { style = "simple", explode = false } = parameter as { readonly style?: string; readonly explode?: boolean };
  const name = String(parameter["name"]);
  const isList = typeof value === "object" && value !== null;
  const isObject = isList && !Array.isArray(value);
  if (style === "matrix") {
    const pairs = sent
      .split(";")
      .slice(1)
      .map((pair): Pair => [decode(pair.split("=", 1)[0] ?? ""), pair.slice(pair.indexOf("=") + 1)]);
    return readPairs({ name, style: "form", explode }, value, pairs);
  }
  const text = style === "label" ? sent.slice(1) : sent;
  if (style === "label" && !sent.startsWith(".")) return sent;
  if (!isList) return decode(text);
  const parts = text.split(style === "label" && explode ? "." : ",");
  if (!isObject) return parts.map(decode);
  if (!explode) return inTwos(parts.map(decode));
  return Object.fromEntries(parts.map((part) => [decode(part.split("=", 1)[0] ?? ""), decode(part.slice(part.indexOf("=") + 1))]));
}

const DELIMITERS: { readonly [style: string]: RegExp } = { spaceDelimited: /%20|\+/, pipeDelimited: /\||%7C/i };

function inTwos(parts: readonly string[]): { readonly [name: string]: string } {
  return Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""]] : [])));
}

function decode(raw: string): string {
  return decodeURIComponent(raw.replaceAll("+", " "));
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}
