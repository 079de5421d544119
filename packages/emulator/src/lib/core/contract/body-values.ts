import type { Issue } from "../values/issues.ts";
import { isJson } from "../http/media-types.ts";
import type { MediaSpec } from "../schemas/operation-spec.ts";
import { pairsOf, readPairs } from "./parameter-styles.ts";
import { isParted, type Shape, TEXT, typed } from "../schemas/shape.ts";

/** The value of a body, or its problems. */
export type Parsed = { readonly value: unknown } | { readonly issues: readonly Issue[] };

/** Creates an issue of a body. */
export function problem(message: string, keyword: string, pointer = ""): Issue {
  return { in: "body", pointer, message, keyword };
}

// JSON.parse reads deeper values, but JSON.stringify overflows the stack.
const DEEPEST = 500;

/** Parses JSON (RFC 8259). The last of repeated properties applies; `__proto__` is ordinary. */
export function parseJson(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return { issues: [problem("is not valid JSON", "syntax")] };
  }
  return text.length > DEEPEST && isDeep(value) ? { issues: [problem(`is nested deeper than ${DEEPEST} levels`, "syntax")] } : { value };
}

function isDeep(root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const inner of Array.isArray(value) ? value : Object.values(value)) if (typeof inner === "object" && inner !== null) below.push(inner);
    }
    level = below;
  }
  return false;
}

/** Parses JSON lines: one value per line. */
export function parseRow(text: string): Parsed {
  const lines = text.split(/\r?\n/).map((line) => line.replace("\u001E", ""));
  const read = lines.filter((line) => line.trim() !== "").map((line) => parseJson(line));
  const broken = read.findIndex((each) => "issues" in each);
  if (broken >= 0) return { issues: [problem("is not valid JSON", "syntax", `/${broken}`)] };
  return { value: read.map((each) => ("value" in each ? each.value : undefined)) };
}

/** Parses a form (OpenAPI 3.1, Encoding Object); only arrays repeat a name (RFC 6749 §3.2). */
export function parseForm({ shape, encoding }: MediaSpec, text: string): Parsed {
  const pairs = pairsOf(text, "&");
  const others = pairs.map(([name]) => name).filter((name) => !name.includes("[") || shape.properties.has(name));
  const names = new Set([...shape.properties.keys(), ...others]);
  const properties: [string, unknown][] = [];
  const issues: Issue[] = [];
  for (const name of names) {
    const property = shape.properties.get(name) ?? shape.additional ?? TEXT;
    const isPlain = property.types.has("object") || (property.types.has("array") && property.items !== undefined && isParted(property.items));
    const { style, explode } = encoding.get(name) ?? { style: isPlain ? "json" : "form", explode: true };
    const value = readPairs({ name, style, explode, shape: property }, pairs);
    if (typeof value === "string")
      issues.push(problem(value === "twice" ? "must not be repeated" : "is not valid JSON", value === "twice" ? "not-allowed" : "syntax", `/${name}`));
    else if (value !== undefined) properties.push([name, value.value]);
  }
  return issues.length > 0 ? { issues } : { value: Object.fromEntries(properties) };
}

/** Parses a multipart body (RFC 7578). Files become bytes; objects are JSON. */
export async function parseMultipart({ shape }: MediaSpec, read: Uint8Array | string, header: string): Promise<Parsed> {
  const form = await new Response(read as BodyInit, { headers: { "content-type": header } }).formData().catch(() => undefined);
  if (form === undefined) return { issues: [problem("is not valid multipart/form-data", "syntax")] };
  const properties: [string, unknown][] = [];
  for (const name of new Set(form.keys())) {
    const property = shape.properties.get(name) ?? TEXT;
    const isList = property.types.has("array");
    const parts = await Promise.all(form.getAll(name).map((part) => readPart(isList ? (property.items ?? TEXT) : property, part)));
    if (parts.length > 1 && !isList) return { issues: [problem("must not be repeated", "not-allowed", `/${name}`)] };
    properties.push([name, isList && !(parts.length === 1 && Array.isArray(parts[0])) ? parts : parts[0]]);
  }
  return { value: Object.fromEntries(properties) };
}

async function readPart(shape: Shape, part: File | string): Promise<unknown> {
  if (typeof part !== "string" && (shape.isBinary || !isJson(part.type))) return new Uint8Array(await part.arrayBuffer());
  const text = typeof part === "string" ? part : await part.text();
  const parsed = isParted(shape) || typeof part !== "string" ? parseJson(text) : undefined;
  return parsed !== undefined && "value" in parsed ? parsed.value : typed(shape, text);
}
