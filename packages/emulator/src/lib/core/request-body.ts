import { type EmulatorRequest, isJson, TOO_LARGE } from "./http.ts";
import type { Issue } from "./issues.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { SchemaChecks } from "./schema-checks.ts";
import { whenReady } from "./when-ready.ts";

/** What came of reading a body: its value, what is wrong with it, or why it was not read. */
export type ParsedBody = { readonly value: unknown } | { readonly issues: readonly Issue[] } | "too-large" | "unsupported-media-type";

/** Reads and checks the body of a request by its media type. */
export function parseBody(operation: OperationSpec, request: EmulatorRequest, checks: SchemaChecks, limitBytes: number): ParsedBody | Promise<ParsedBody> {
  const { body } = operation;
  if (body === undefined) return { value: undefined };
  // Clients in use send JSON without its type (public material): where JSON is taken, a body without a type is read as JSON.
  const mediaType = mediaTypeOf(request.header("content-type")) ?? (body.content.has("application/json") ? "application/json" : undefined);
  const schema = mediaType === undefined ? undefined : body.content.get(mediaType);
  const encoding = request.header("content-encoding")?.toLowerCase() ?? "identity";
  // RFC 9110 §15.5.16: the same status for a content coding that is not supported.
  if (encoding !== "identity" || (schema === undefined && mediaType !== undefined)) return "unsupported-media-type";
  return whenReady(request.readBody(limitBytes), (read): ParsedBody => {
    if (read === TOO_LARGE) return "too-large";
    if (read === undefined || read.length === 0) return body.required ? { issues: [problem("is required", "required")] } : { value: undefined };
    if (mediaType === undefined || schema === undefined) return "unsupported-media-type";
    const parsed = parseText(mediaType, read);
    if ("issues" in parsed) return parsed;
    const issues = checks.check("body", schema, parsed.value);
    return issues.length === 0 ? parsed : { issues };
  });
}

function problem(message: string, keyword: string, pointer = ""): Issue {
  return { in: "body", pointer, message, keyword };
}

/** The media type without its parameters; of another charset than UTF-8, one that no operation takes. */
function mediaTypeOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // As nearly everybody sends it.
  if (header === "application/json") return header;
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset) ? type : header;
}

function parseText(mediaType: string, read: Uint8Array | string): ParsedBody & object {
  const text = typeof read === "string" ? read : decode(read);
  if (text === undefined) return { issues: [problem("is not UTF-8", "syntax")] };
  return isJson(mediaType) ? parseJson(text) : parseForm(text);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes); // A byte order mark is taken away: RFC 8259 §8.1 allows that.
  } catch {
    return undefined;
  }
}

// Deeper values are read by JSON.parse and written by nothing: JSON.stringify ends in a stack overflow.
const DEEPEST = 500;

/** Reads JSON, RFC 8259. Of members of one name the last counts, as with JSON.parse; `__proto__` is a member like any other and no prototype. */
export function parseJson(text: string): ParsedBody & object {
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
      for (const member of Array.isArray(value) ? value : Object.values(value)) if (typeof member === "object" && member !== null) below.push(member);
    }
    level = below;
  }
  return false;
}

/** RFC 6749 §3.2: a member of a form must not be given more than once. */
function parseForm(text: string): ParsedBody & object {
  const members = [...new URLSearchParams(text)];
  const seen = new Set<string>();
  const twice = members.filter(([name]) => seen.size === seen.add(name).size);
  if (twice.length > 0) return { issues: twice.map(([name]) => problem("is given more than once", "not-allowed", `/${name}`)) };
  return { value: Object.fromEntries(members) };
}
