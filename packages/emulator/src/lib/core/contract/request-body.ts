import { type Parsed, parseForm, parseJson, parseMultipart, parseRow, problem } from "./body-values.ts";
import { type EmulatorRequest, TOO_LARGE } from "../http/http.ts";
import type { Issue } from "../values/issues.ts";
import { latin1, utf8 } from "../bytes/bytes.ts";
import { isObject } from "../values/json.ts";
import { isJson, isText, mediaOf, rowOf } from "../http/media-types.ts";
import type { MediaSpec, OperationSpec } from "../schemas/operation-spec.ts";
import type { SchemaChecks } from "../schemas/schema-checks.ts";
import { whenReady } from "../values/when-ready.ts";

/** The value of a body with its issues and its length as sent, or why it was not read. */
export type ParsedBody = { readonly value: unknown; readonly issues: readonly Issue[]; readonly length: number } | "too-large" | "unsupported-media-type";

/** Reads and checks the body of a request by its media type. */
export function parseBody(operation: OperationSpec, request: EmulatorRequest, checks: SchemaChecks, limitBytes: number): ParsedBody | Promise<ParsedBody> {
  const { body } = operation;
  if (body === undefined) return NO_BODY;
  const header = request.header("content-type");
  // Some clients send JSON without its type.
  const mediaType = mediaTypeOf(header) ?? (body.content.has("application/json") ? "application/json" : undefined);
  const media = mediaType === undefined ? undefined : mediaOf(body.content, mediaType);
  const encoding = request.header("content-encoding")?.toLowerCase() ?? "identity";
  // RFC 9110 §15.5.16: an unsupported content coding has the same status.
  if (encoding !== "identity" || (media === undefined && mediaType !== undefined)) return "unsupported-media-type";
  return whenReady(request.readBody(limitBytes), (read): ParsedBody | Promise<ParsedBody> => {
    if (read === TOO_LARGE) return "too-large";
    if (read === undefined || read.length === 0) return body.required ? { ...NO_BODY, issues: [problem("is required", "required")] } : NO_BODY;
    if (mediaType === undefined || media === undefined) return "unsupported-media-type";
    return whenReady(parseMedia(mediaType, media, read, header), (parsed): ParsedBody => {
      if ("issues" in parsed) return { value: undefined, issues: parsed.issues, length: read.length };
      return { value: parsed.value, issues: checkValue(mediaType, media, parsed.value, checks), length: read.length };
    });
  });
}

const NO_BODY = { value: undefined, issues: [], length: 0 } as const;

function parseMedia(mediaType: string, media: MediaSpec, read: Uint8Array | string, header = ""): Parsed | Promise<Parsed> {
  if (mediaType === "multipart/form-data") return parseMultipart(media, read, header);
  const isBytes = !isJson(mediaType) && rowOf(mediaType) === undefined && !isText(mediaType) && mediaType !== FORM;
  if (isBytes) return { value: typeof read === "string" ? utf8(read) : read };
  const text = typeof read === "string" ? read : decode(read);
  if (text === undefined) return { issues: [problem("is not UTF-8", "syntax")] };
  if (mediaType === FORM) return parseForm(media, text);
  if (rowOf(mediaType) !== undefined) return parseRow(text);
  return isJson(mediaType) ? parseJson(text) : { value: text };
}

const FORM = "application/x-www-form-urlencoded";

function checkValue(mediaType: string, { schema }: MediaSpec, value: unknown, checks: SchemaChecks): readonly Issue[] {
  if (value instanceof Uint8Array) return [];
  if (rowOf(mediaType) === undefined || !Array.isArray(value)) return checks.check("body", schema, withoutBytes(value, mediaType));
  return value.flatMap((each, index) => checks.check("body", schema, each).map((issue) => ({ ...issue, pointer: `/${index}${issue.pointer}` })));
}

/** Replaces bytes by text, because the schema of a file has the type string. */
function withoutBytes(value: unknown, mediaType: string): unknown {
  if (mediaType !== "multipart/form-data" || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? part.map(textOf) : textOf(part)]));
}

function textOf(part: unknown): unknown {
  return part instanceof Uint8Array ? latin1(part) : part;
}

/** Returns the media type alone, or one that no operation accepts if the charset is not UTF-8. */
function mediaTypeOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // The most common value, without further parsing.
  if (header === "application/json") return header;
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset) ? type : "unsupported/charset";
}

const strict = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes); // Removes a byte order mark, as RFC 8259 §8.1 allows.
  } catch {
    return undefined;
  }
}
