import { followed, type Json } from "../../src/lib/contract/index.ts";
import type { Match, OpenApiDocument } from "./documents.ts";
import type { MockApi, MockBody, MockMultipart } from "./scenarios.ts";

/** Header parameters that OpenAPI ignores. */
const IGNORED = new Set(["accept", "authorization", "content-type"]);

/** Returns the input with which a method sends a scenario's request; `undefined` for a method without input. */
export function inputOf(document: OpenApiDocument, match: Match, api: MockApi): { readonly [name: string]: unknown } | undefined {
  const input: { [name: string]: unknown } = {};
  for (const parameter of match.operation.parameters) {
    const name = String(parameter["name"]);
    if (parameter["in"] === "header" && IGNORED.has(name.toLowerCase())) continue;
    const text = wireValue(parameter, match, api);
    if (text !== undefined) input[name] = readParameter(document, parameter, text);
  }
  const { body } = match.operation;
  if (api.request?.body !== undefined && body?.["content"] !== undefined) input["body"] = bodyValue(document, body["content"] as Json, api.request.body, api);
  // All properties of the object are optional.
  else if (body?.["required"] === true) input["body"] = {};
  return Object.keys(input).length === 0 ? undefined : input;
}

/** Returns a parameter as the request has it: a text, or several if its name is repeated. */
function wireValue(parameter: Json, { pathValues }: Match, { uri, request }: MockApi): string | readonly string[] | undefined {
  const name = String(parameter["name"]);
  switch (parameter["in"]) {
    case "path":
      return pathValues[name];
    case "query": {
      const value = request?.query?.[name] ?? new URLSearchParams(uri.split("?")[1]).get(name) ?? undefined;
      return Array.isArray(value) ? value.map(String) : value === undefined ? undefined : String(value);
    }
    default: {
      const [, value] = Object.entries(request?.headers ?? {}).find(([header]) => header.toLowerCase() === name.toLowerCase()) ?? [];
      return value === undefined ? undefined : String(value);
    }
  }
}

const SEPARATORS: { readonly [style: string]: string } = { spaceDelimited: " ", pipeDelimited: "|" };

/** Parses a parameter by its schema and style. */
function readParameter(document: OpenApiDocument, parameter: Json, text: string | readonly string[]): unknown {
  const schema = resolve(document, parameter["schema"] ?? {});
  if (schema["type"] !== "array") return scalar(document, schema, String(text));
  const items = typeof text === "string" ? text.split(SEPARATORS[String(parameter["style"])] ?? ",") : text;
  return items.map((item) => scalar(document, resolve(document, schema["items"] ?? {}), item));
}

/** Parses a number or a boolean if a schema or one of its alternatives has that type. */
function scalar(document: OpenApiDocument, schema: Json, text: string): unknown {
  const types = [
    schema,
    ...["anyOf", "oneOf", "allOf"].flatMap((keyword) => ((schema[keyword] ?? []) as readonly Json[]).map((part) => resolve(document, part))),
  ].flatMap(({ type, const: constant }) => [...[type].flat(), constant === undefined ? undefined : typeof constant]);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  return (types.includes("integer") || types.includes("number")) && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Returns the value with which a method sends a body. */
function bodyValue(document: OpenApiDocument, content: Json, body: MockBody | MockMultipart, { request }: MockApi): unknown {
  const [, asked] = Object.entries(request?.headers ?? {}).find(([name]) => name.toLowerCase() === "content-type") ?? [];
  const mediaType = [asked, body.contentType, "*/*"].map(String).find((name) => name in content) ?? (Object.keys(content)[0] as string);
  const schema = resolve(document, (content[mediaType] as Json)["schema"] ?? {});
  if ("kind" in body) return multipartValue(document, schema, body);
  const { rawContent } = body;
  const raw = typeof rawContent === "object" && "serialize" in rawContent ? rawContent.serialize({ baseUrl: "" }) : (rawContent ?? "");
  // The suite also describes the text of `text/plain` as a JSON string.
  if (/[/+]json$/.test(body.contentType)) {
    const value: unknown = JSON.parse(String(raw));
    return /[/+]json$/.test(mediaType) || typeof value === "string" ? given(document, schema, value) : new TextEncoder().encode(String(raw));
  }
  if (/jsonl|ndjson/.test(mediaType))
    return String(raw)
      .split("\n")
      .map((line): unknown => JSON.parse(line));
  if (mediaType.startsWith("text/") || mediaType.endsWith("xml")) return String(raw);
  // If the contract allows any media type, the value has it.
  return mediaType.includes("*") ? new Blob([Buffer.from(raw)], { type: body.contentType }) : new Uint8Array(Buffer.from(raw));
}

/** Returns a value as a program passes it, with 64-bit integers as decimal strings. */
function given(document: OpenApiDocument, schema: Json, value: unknown): unknown {
  if (typeof value === "number" && schema["format"] === "int64") return String(value);
  if (Array.isArray(value)) return value.map((element) => given(document, resolve(document, schema["items"] ?? {}), element));
  if (typeof value !== "object" || value === null) return value;
  const properties = (schema["properties"] ?? {}) as Json;
  const others = schema["additionalProperties"] ?? schema["unevaluatedProperties"] ?? {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, given(document, resolve(document, properties[name] ?? others), member)]));
}

function multipartValue(document: OpenApiDocument, schema: Json, { parts = {}, files = [] }: MockMultipart): Json {
  const properties = (schema["properties"] ?? {}) as Json;
  // The suite describes fields as JSON and compares them as text.
  const textOf = (name: string, part: unknown): unknown => (resolve(document, properties[name] ?? {})["type"] === "string" ? String(part) : part);
  const value: { [name: string]: unknown } = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, textOf(name, part)]));
  for (const { fieldname, originalname, buffer, mimetype } of files) {
    const file = new File([new Uint8Array(buffer)], originalname, { type: mimetype });
    const property = resolve(document, properties[fieldname] ?? {});
    value[fieldname] = property["type"] === "array" ? [...((value[fieldname] ?? []) as unknown[]), file] : file;
  }
  return value;
}

function resolve(document: OpenApiDocument, value: unknown): Json {
  return followed(document, value) ?? {};
}
