import type { Json } from "../../core/values/json.ts";
import { essenceOf, isJson, isText, mediaOf } from "../../core/http/media-types.ts";
import type { MediaSpec } from "../../core/schemas/operation-spec.ts";
import { type CapturedBody, decoded } from "./captured-body.ts";
import type { RecordedBody } from "./cassette.ts";
import { parseExact } from "./exact-json.ts";
import { maskJson } from "./mask-json.ts";
import type { Masks } from "./masks.ts";

/** A body, and how to read it. */
export interface BodyToRecord {
  readonly captured: CapturedBody;
  readonly mediaType: string | undefined;
  readonly coding: string | undefined;
  /** The media types of the contract; `undefined` if the contract does not describe the body. */
  readonly content: ReadonlyMap<string, MediaSpec> | undefined;
  readonly document: Json;
  readonly masks: Masks;
  /** Secrets of the same exchange, which an error message may repeat. */
  readonly repeated?: readonly string[];
}

/** A body as a cassette has it. */
export interface BodyRecord {
  readonly body: RecordedBody | undefined;
  /** JSON Pointers of the properties that the contract does not know. */
  readonly unknown: readonly string[];
  readonly secrets: readonly string[];
  /** The bytes without their content coding; `undefined` if they were not kept. */
  readonly bytes?: Uint8Array;
}

/** The size limit of recorded bodies in bytes. Larger ones are recorded by size and hash. */
export const LONGEST_RECORDED = 1_048_576;

const FORM = "application/x-www-form-urlencoded";
const NOTHING = { unknown: [], secrets: [] };

/** Returns a body with masked secrets: only JSON, forms and text of the contract in full. */
export function recordBody(given: BodyToRecord): BodyRecord {
  const { captured, mediaType = "application/octet-stream", coding, content } = given;
  if (captured.size === 0) return { body: undefined, ...NOTHING };
  const sized = (because: string): BodyRecord => ({ body: { bytes: captured.size, sha256: captured.sha256, because }, ...NOTHING });
  if (captured.content === undefined) return sized(`it is larger than ${LONGEST_RECORDED} bytes`);
  const bytes = decoded(captured.content, coding, LONGEST_RECORDED);
  if (bytes === undefined) return sized(`its content coding ${coding ?? ""} cannot be removed`);
  const media = content === undefined ? undefined : mediaOf(content, mediaType);
  if (media === undefined) return { ...sized(`the contract does not describe a body of type ${essenceOf(mediaType)}`), bytes };
  if (!isJson(mediaType) && !isText(mediaType) && essenceOf(mediaType) !== FORM) return { ...sized("it is a file"), bytes };
  const text = textOf(bytes);
  if (text === undefined) return { ...sized("it is not UTF-8"), bytes };
  if (isJson(mediaType)) {
    const json = recordJson(text, media, given);
    return json === undefined ? { ...sized("it is not valid JSON"), bytes } : { ...json, bytes };
  }
  return { ...(isText(mediaType) ? recordText(text, media, given) : recordForm(text, media, given)), bytes };
}

function recordJson(text: string, { schema }: MediaSpec, { document, masks, repeated }: BodyToRecord): BodyRecord | undefined {
  const parsed = parseExact(text);
  if ("issues" in parsed) return undefined;
  const { value, unknown, secrets } = maskJson(document, schema, parsed.value, masks.mask);
  return { body: { json: cleaned(value, (each) => masks.clean(each, repeated)) }, unknown, secrets };
}

function recordText(text: string, { schema }: MediaSpec, { document, masks, repeated }: BodyToRecord): BodyRecord {
  const { value, secrets } = maskJson(document, schema, text, masks.mask);
  return { body: { text: masks.clean(String(value), repeated) }, unknown: [], secrets };
}

/** The secrets of a form are credentials: of an application, or a grant. */
function recordForm(text: string, { schema }: MediaSpec, { document, masks }: BodyToRecord): BodyRecord {
  const unknown = new Set<string>();
  const secrets: string[] = [];
  const pairs = [...new URLSearchParams(text)].map(([name, value]) => {
    const masked = maskJson(document, schema, { [name]: value }, masks.maskCredential);
    for (const pointer of masked.unknown) unknown.add(pointer);
    secrets.push(...masked.secrets);
    return [name, masks.clean(String((masked.value as Json)[name]))];
  });
  return { body: { text: new URLSearchParams(pairs).toString() }, unknown: [...unknown], secrets };
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, cleaned(property, clean)]));
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
