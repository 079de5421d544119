import { type Parsed, parseForm, parseJson, parseMultipart, parseRow, problem } from "./body-values.ts";
import { type EmulatorRequest, TOO_LARGE } from "./http.ts";
import type { Issue } from "./issues.ts";
import { isObject } from "./json.ts";
import { isJson, isText, mediaOf, rowOf } from "./media-types.ts";
import type { MediaSpec, OperationSpec } from "./operation-spec.ts";
import type { SchemaChecks } from "./schema-checks.ts";
import { whenReady } from "./when-ready.ts";

/** What came of reading a body: its value, what is wrong with it, or why it was not read. */
export type ParsedBody = Parsed | "too-large" | "unsupported-media-type";

/** Reads and checks the body of a request by its media type. */
export function parseBody(operation: OperationSpec, request: EmulatorRequest, checks: SchemaChecks, limitBytes: number): ParsedBody | Promise<ParsedBody> {
  const { body } = operation;
  if (body === undefined) return { value: undefined };
  const header = request.header("content-type");
  // Clients in use send JSON without its type (public material): where JSON is taken, a body without a type is read as JSON.
  const mediaType = mediaTypeOf(header) ?? (body.content.has("application/json") ? "application/json" : undefined);
  const media = mediaType === undefined ? undefined : mediaOf(body.content, mediaType);
  const encoding = request.header("content-encoding")?.toLowerCase() ?? "identity";
  // RFC 9110 §15.5.16: the same status for a content coding that is not supported.
  if (encoding !== "identity" || (media === undefined && mediaType !== undefined)) return "unsupported-media-type";
  return whenReady(request.readBody(limitBytes), (read): ParsedBody | Promise<ParsedBody> => {
    if (read === TOO_LARGE) return "too-large";
    if (read === undefined || read.length === 0) return body.required ? { issues: [problem("is required", "required")] } : { value: undefined };
    if (mediaType === undefined || media === undefined) return "unsupported-media-type";
    return whenReady(parseMedia(mediaType, media, read, header), (parsed): ParsedBody => {
      if ("issues" in parsed) return parsed;
      const issues = checkValue(mediaType, media, parsed.value, checks);
      return issues.length === 0 ? parsed : { issues };
    });
  });
}

function parseMedia(mediaType: string, media: MediaSpec, read: Uint8Array | string, header = ""): Parsed | Promise<Parsed> {
  if (mediaType === "multipart/form-data") return parseMultipart(media, read, header);
  const isBytes = !isJson(mediaType) && rowOf(mediaType) === undefined && !isText(mediaType) && mediaType !== FORM;
  if (isBytes) return { value: typeof read === "string" ? Buffer.from(read) : read };
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

/** The schema of a file says that it is text. */
function withoutBytes(value: unknown, mediaType: string): unknown {
  if (mediaType !== "multipart/form-data" || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? part.map(textOf) : textOf(part)]));
}

function textOf(part: unknown): unknown {
  return part instanceof Uint8Array ? Buffer.from(part).toString("latin1") : part;
}

/** The media type without its parameters; of another charset than UTF-8, one that no operation takes. */
function mediaTypeOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // As nearly everybody sends it.
  if (header === "application/json") return header;
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset) ? type : "unsupported/charset";
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes); // A byte order mark is taken away: RFC 8259 §8.1 allows that.
  } catch {
    return undefined;
  }
}
