import { isDeepStrictEqual } from "node:util";
import { definitionOf, type Json, type OperationPlace, resolve } from "../contract/contract-parts.ts";
import { decode, expectedPairs, textOf } from "./write-parameter.ts";

/** Compares a request's body with the contract and the input. Returns the differences. */
export async function checkBody(
  document: Json,
  operation: OperationPlace,
  expected: unknown,
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
): Promise<string[]> {
  const type = headers.get("content-type");
  const declared = definitionOf(document, operation)["requestBody"] as Json | undefined;
  if (declared === undefined || expected === undefined)
    return body.length > 0 || type !== null ? [`it has a body of ${body.length} bytes (content type ${type ?? "none"}), but the input has none`] : [];
  const content = resolve(document, declared)["content"] as { readonly [mediaType: string]: Json };
  const [mediaType, media] = Object.entries(content).find(([each]) => essence(each) === essence(type ?? "")) ?? [];
  if (mediaType === undefined || media === undefined) return [`its content type is ${type ?? "missing"}; the contract has ${Object.keys(content).join(", ")}`];
  const [read, written] = await compareBody(essence(mediaType), media, expected, new Response(body, { headers: { "content-type": type ?? "" } }));
  return isDeepStrictEqual(read, written) ? [] : [`its body is ${JSON.stringify(read)}; expected ${JSON.stringify(written)}`];
}

/** A body as it was sent and as it is expected, both in the form that its media type has. */
async function compareBody(type: string, media: Json, expected: unknown, body: Response): Promise<readonly [sent: unknown, expected: unknown]> {
  if (/[/+]json$/.test(type)) return [await body.json(), JSON.parse(JSON.stringify(expected))];
  if (type === "multipart/form-data") {
    const parts = [...(await body.formData())].map(async ([name, value]) => [name, typeof value === "string" ? value : await value.text()]);
    return [await Promise.all(parts), Object.entries(expected as Json).flatMap(([name, value]) => [value].flat().map((part) => [name, textOf(part)]))];
  }
  const text = await body.text();
  if (/ndjson|jsonl|json-lines/.test(type)) return [text, (expected as readonly unknown[]).map((line) => `${JSON.stringify(line)}\n`).join("")];
  if (type !== "application/x-www-form-urlencoded") return [text, String(expected)];
  const pairs = Object.entries(expected as Json).flatMap(([name, value]) => expectedPairs(encodingOf(media, name), value));
  return [[...new URLSearchParams(text)], pairs.map(([name, raw]) => [name, decode(raw)])];
}

/** Returns how a property of a form is serialized, in the form of a parameter. */
function encodingOf(media: Json, name: string): Json {
  const encoding = ((media["encoding"] ?? {}) as { readonly [name: string]: Json })[name] ?? {};
  return { ...encoding, name, content: "contentType" in encoding ? { [String(encoding["contentType"])]: {} } : {} };
}

function essence(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}
