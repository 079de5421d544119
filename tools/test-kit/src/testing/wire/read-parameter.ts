import type { Json } from "../contract-parts.ts";

/** A value as it stands in a request: a text, a list of texts, or texts by their names; of `content: application/json`, any value. */
export type Read = unknown;

/** What a value looks like once it was written as text and read again. */
export function asText(value: unknown): Read {
  if (Array.isArray(value)) return value.map((item) => textOf(item));
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, textOf(member)]));
  return textOf(value);
}

/** Whether a parameter is sent as JSON. */
export function isJson(parameter: Json): boolean {
  return Object.keys((parameter["content"] ?? {}) as Json).some((type) => /[/+]json\b/i.test(type));
}

/** One pair of a query, a form or a cookie: the name decoded, the value as it was sent. */
export type Pair = readonly [name: string, raw: string];

/** The pairs of a query or a form. */
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
 * Reads a parameter out of pairs, by OpenAPI 3.1 §4.8.12.2.
 *
 * @param value What was given, which decides between a value, a list and an object.
 * @param pairs The pairs that are left; those that belong to the parameter are taken out.
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
  if (own.length !== 1) return own.length === 0 ? undefined : `${own.length} pairs, where one is expected`;
  const raw = own[0]?.[1] ?? "";
  if (typeof value !== "object" || value === null) return decode(raw);
  const parts = raw.split(DELIMITERS[style] ?? ",").map(decode);
  return isObject ? inTwos(parts) : parts;
}

/** Reads a parameter of a path or a header out of the text that stands in its place. */
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
