import { isDeepStrictEqual } from "node:util";
import { definitionOf, type Json, type OperationPlace, resolve } from "../contract-parts.ts";
import { asText, pairsOf, readPairs } from "./read-parameter.ts";
import type { SentRequest } from "./sent-request.ts";

/** Compares the body of a request with the contract and with the input. Returns a line for each difference. */
export async function checkBody(document: Json, operation: OperationPlace, expected: unknown, { headers, body }: SentRequest): Promise<string[]> {
  const type = headers.get("content-type");
  const declared = definitionOf(document, operation)["requestBody"] as Json | undefined;
  if (declared === undefined || expected === undefined)
    return body.length > 0 || type !== null ? [`it has a body of ${body.length} bytes (content type ${type ?? "none"}), but the input has none`] : [];
  const content = resolve(document, declared)["content"] as { readonly [mediaType: string]: Json };
  const [mediaType, media] = Object.entries(content).find(([each]) => essence(each) === essence(type ?? "")) ?? [];
  if (mediaType === undefined || media === undefined) return [`its content type is ${type ?? "missing"}; the contract has ${Object.keys(content).join(", ")}`];
  const read = await readBody(essence(mediaType), media, expected, body, type ?? "");
  const written = expectedBody(essence(mediaType), media, expected);
  return isDeepStrictEqual(read, written) ? [] : [`its body is ${JSON.stringify(read)}; expected ${JSON.stringify(written)}`];
}

async function readBody(type: string, media: Json, expected: unknown, bytes: Uint8Array, header: string): Promise<unknown> {
  const text = new TextDecoder().decode(bytes);
  if (/[/+]json$/.test(type)) return JSON.parse(text);
  if (isLines(type))
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  if (type === "application/x-www-form-urlencoded") {
    const pairs = pairsOf(text);
    const members = Object.entries(expected as Json).map(([name, value]) => [name, readPairs(encodingOf(media, name), value, pairs)]);
    return { ...Object.fromEntries(members), ...Object.fromEntries(pairs) };
  }
  if (type === "multipart/form-data")
    return readParts(await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "content-type": header } }).formData());
  return text;
}

function expectedBody(type: string, media: Json, expected: unknown): unknown {
  if (/[/+]json$/.test(type) || isLines(type)) return JSON.parse(JSON.stringify(expected));
  if (type === "application/x-www-form-urlencoded")
    return Object.fromEntries(Object.entries(expected as Json).map(([name, value]) => [name, "content" in encodingOf(media, name) ? value : asText(value)]));
  if (type === "multipart/form-data")
    return Object.fromEntries(Object.entries(expected as Json).map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(partText)]));
  return String(expected);
}

/** Returns how a property of a form is serialized, in the form of a parameter. */
function encodingOf(media: Json, name: string): Json {
  const { contentType, style, explode } = ((media["encoding"] ?? {}) as { readonly [name: string]: Json })[name] ?? {};
  return {
    name,
    ...(style === undefined ? {} : { style }),
    ...(explode === undefined ? {} : { explode }),
    ...(contentType === undefined ? {} : { content: { [String(contentType)]: {} } }),
  };
}

async function readParts(form: FormData): Promise<Json> {
  const parts: { [name: string]: string[] } = {};
  for (const [name, value] of form.entries()) (parts[name] ??= []).push(typeof value === "string" ? value : await value.text());
  return parts;
}

function partText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function isLines(type: string): boolean {
  return /ndjson|jsonl|json-lines/.test(type);
}

function essence(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}
