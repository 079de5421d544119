import type { ParameterSpec, OperationSpec, Place } from "../schemas/operation-spec.ts";
import { isParted, type Shape, TEXT, typed } from "../schemas/shape.ts";
import type { Issue } from "../values/issues.ts";
import type { SchemaChecks } from "../schemas/schema-checks.ts";

/** A parameter of a request: its value, `undefined` if it is absent, or why it cannot be read. */
export type ParameterText = { readonly value: unknown } | "undecodable" | "twice" | "syntax" | undefined;

/** A pair of a query, form or cookie: the decoded name and the value as sent. */
export type Pair = readonly [name: string, raw: string];

/** A parameter, or a property of a form. */
export type Styled = Pick<ParameterSpec, "name" | "style" | "explode" | "shape">;

/** Separators of values that are not exploded; many programs encode them. */
const SEPARATORS: { readonly [style: string]: RegExp } = { spaceDelimited: /%20|\+/, pipeDelimited: /\||%7C/i };

/** Returns the pairs of a text in order. */
export function pairsOf(text: string, separator: "&" | ";"): readonly Pair[] {
  return text.split(separator).flatMap((given): Pair[] => {
    const pair = given.trim();
    if (pair === "") return [];
    const at = pair.indexOf("=");
    return [at < 0 ? [decodeForm(pair), ""] : [decodeForm(pair.slice(0, at)), pair.slice(at + 1)]];
  });
}

/**
 * Reads a value from pairs: `form`, `spaceDelimited`, `pipeDelimited`, `deepObject` or JSON.
 *
 * @param isOther Returns whether a name belongs to another parameter instead of an exploded object.
 */
export function readPairs({ name, style, explode, shape }: Styled, pairs: readonly Pair[], isOther: (name: string) => boolean = () => false): ParameterText {
  const { types, properties, additional } = shape;
  if (style === "deepObject") {
    const named = pairs.filter(([found]) => found.startsWith(`${name}[`) && found.endsWith("]"));
    const read = named.map(([found, raw]): Pair => [found.slice(name.length + 1, -1), decodeForm(raw)]);
    return read.length === 0 ? undefined : objectOf(shape, read);
  }
  if (types.has("object") && explode && style === "form") {
    const isProperty = (found: string): boolean => properties.has(found) || (found !== name && additional !== undefined && !isOther(found));
    const read = pairs.filter(([found]) => isProperty(found)).map(([found, raw]): Pair => [found, decodeForm(raw)]);
    if (read.length > 0) return objectOf(shape, read);
  }
  const own = pairs.filter(([found]) => found === name).map(([, raw]) => raw);
  const [raw] = own;
  if (raw === undefined) return undefined;
  if (types.has("array") && explode && style === "form") return { value: own.map((each) => typed(itemsOf(shape), decodeForm(each))) };
  if (own.length > 1) return "twice";
  if (style === "json") return readJson(decodeForm(raw));
  if (!isParted(shape)) return { value: typed(shape, decodeForm(raw)) };
  return partsOf(shape, raw.split(SEPARATORS[style] ?? /,|%2C/i).map(decodeForm));
}

/**
 * Reads a value from a path segment or header: `simple`, `label`, `matrix` or JSON.
 *
 * @param isEncoded Whether the value is percent-encoded, as in a path.
 */
function readSimple({ name, style, explode, shape }: Styled, sent: string, isEncoded: boolean): ParameterText {
  const decode = isEncoded ? decodeURIComponent : (text: string): string => text;
  try {
    if (style === "json") return readJson(decode(sent));
    if (style === "matrix") return readMatrix(name, explode, shape, sent, decode);
    if (style === "label" && !sent.startsWith(".")) return { value: decode(sent) };
    const text = style === "label" ? sent.slice(1) : sent;
    if (!isParted(shape)) return { value: typed(shape, decode(text)) };
    // RFC 9110 §5.6.1: spaces around the commas of a header are ignored.
    const parts = text.split(style === "label" && explode ? "." : isEncoded ? "," : /\s*,\s*/);
    return explode && shape.types.has("object") ? assigned(shape, parts, decode) : partsOf(shape, parts.map(decode));
  } catch {
    return "undecodable";
  }
}

/** RFC 6570 §3.2.7: each part follows a semicolon and a name. */
function readMatrix(name: string, explode: boolean, shape: Shape, sent: string, decode: (text: string) => string): ParameterText {
  if (!sent.startsWith(";")) return { value: decode(sent) };
  const parts = sent.slice(1).split(";");
  if (explode && shape.types.has("object")) return assigned(shape, parts, decode);
  const own = parts.map((part) => split(part)).filter(([found]) => decode(found) === name);
  const [first] = own;
  if (first === undefined) return undefined;
  if (explode && shape.types.has("array")) return { value: own.map(([, text]) => typed(itemsOf(shape), decode(text))) };
  return isParted(shape) ? partsOf(shape, first[1].split(",").map(decode)) : { value: typed(shape, decode(first[1])) };
}

function assigned(shape: Shape, parts: readonly string[], decode: (text: string) => string): ParameterText {
  const read = parts.map(split).map(([name, text]): Pair => [decode(name), decode(text)]);
  return objectOf(shape, read);
}

function split(part: string): readonly [string, string] {
  const at = part.indexOf("=");
  return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
}

/** Returns the parts of a value that is not exploded: elements, or alternating names and values. */
function partsOf(shape: Shape, parts: readonly string[]): ParameterText {
  if (shape.types.has("array")) return { value: parts.map((part) => typed(itemsOf(shape), part)) };
  const read = parts.flatMap((part, index): Pair[] => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""]] : []));
  return objectOf(shape, read);
}

function objectOf(shape: Shape, properties: readonly Pair[]): ParameterText {
  if (new Set(properties.map(([name]) => name)).size < properties.length) return "twice";
  return { value: Object.fromEntries(properties.map(([name, text]) => [name, typed(shape.properties.get(name) ?? shape.additional ?? TEXT, text)])) };
}

function itemsOf({ items }: Shape): Shape {
  return items ?? TEXT;
}

function readJson(text: string): ParameterText {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return "syntax";
  }
}

/** WHATWG URL §5.1: a plus is a space, and an invalid percent-encoding stays as it is. */
export function decodeForm(raw: string): string {
  return /[%+]/.test(raw) ? (new URLSearchParams(`v=${raw.replaceAll("&", "%26")}`).get("v") ?? "") : raw;
}

/** The parts of a request that contain parameters. */
interface ParameterSources {
  /** Not decoded. */
  readonly path: { readonly [name: string]: string };
  /** Not decoded. */
  readonly query: string;
  header(name: string): string | undefined;
}

/** The parameters of a request with the types of the contract, and their issues. */
type ParsedParameters = { readonly [place in Place]: { readonly [name: string]: unknown } } & { readonly issues: readonly Issue[] };

type Values = { [name: string]: unknown };

const MESSAGES = { undecodable: "is not percent-encoded UTF-8", twice: "must not be repeated", syntax: "is not valid JSON" } as const;
const KEYWORDS = { undecodable: "syntax", twice: "not-allowed", syntax: "syntax" } as const;

/** Reads and checks parameters. Ignores unknown ones in the query, and reports repeated ones. */
export function parseParameters(operation: OperationSpec, sources: ParameterSources, checks: SchemaChecks): ParsedParameters {
  const parsed: { [place in Place]: Values } & { issues: Issue[] } = { path: {}, query: {}, header: {}, cookie: {}, issues: [] };
  const { parameters } = operation;
  const query = sources.query === "" ? [] : pairsOf(sources.query, "&");
  const cookies = parameters.some((parameter) => parameter.in === "cookie") ? pairsOf(sources.header("cookie") ?? "", ";") : [];
  for (const parameter of parameters) {
    const { name, in: place, schema, required } = parameter;
    const pointer = `/${name}`;
    const read = readOne(parameter, sources, place === "cookie" ? cookies : query, parameters);
    if (read === undefined) {
      if (required) parsed.issues.push({ in: place, pointer, message: "is required", keyword: "required" });
    } else if (typeof read === "string") {
      parsed.issues.push({ in: place, pointer, message: MESSAGES[read], keyword: KEYWORDS[read] });
    } else {
      parsed.issues.push(...checks.check(place, schema, read.value).map((issue) => ({ ...issue, pointer: pointer + issue.pointer })));
      parsed[place][name] = read.value;
    }
  }
  return parsed;
}

function readOne(parameter: ParameterSpec, { path, header }: ParameterSources, pairs: readonly Pair[], others: readonly ParameterSpec[]): ParameterText {
  const { name, in: place } = parameter;
  if (place === "path") return readSimple(parameter, path[name] ?? "", true);
  if (place !== "header") return readPairs(parameter, pairs, (property) => others.some((other) => other.in === place && other.name === property));
  const text = header(name.toLowerCase());
  return text === undefined ? undefined : readSimple(parameter, text, false);
}
