import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../src/lib/contract/index.ts";
import { credentialsOf } from "./credentials.ts";
import type { Client } from "./clients.ts";
import type { Match, OpenApiDocument } from "./documents.ts";
import { inputOf } from "./input.ts";
import type { MockApi } from "./scenarios.ts";

type Method = (input?: unknown) => unknown;

/** A response as received. */
interface WireResponse {
  readonly status: number;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The result of a call: its input, its value, and its problem if it has one. */
export interface CallResult {
  readonly input: unknown;
  /** Absent for bytes and streams. */
  readonly value?: unknown;
  readonly problem?: string | undefined;
}

/** Calls a method of a generated client with the input of a scenario, and compares its value with the response. */
export async function callMethod(
  { create }: Client,
  name: string,
  { document, match, api, origin }: { readonly document: OpenApiDocument; readonly match: Match; readonly api: MockApi; readonly origin: string },
): Promise<CallResult> {
  const input = inputOf(document, match, api);
  const accept = chosenType(match, api);
  let response: WireResponse | undefined;
  const recordingFetch = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (accept !== undefined) headers.set("accept", accept);
    const answer = await fetch(url, { ...init, headers });
    const bytes = new Uint8Array(await answer.clone().arrayBuffer());
    response = { status: answer.status, mediaType: answer.headers.get("content-type") ?? "", bytes };
    return answer;
  };
  try {
    const options = { baseUrl: `${origin}${match.prefix}`, fetch: recordingFetch, retry: false, ...credentialsOf(document, api) };
    const client = create?.(options) as { readonly [method: string]: Method };
    const returned = await (input === undefined ? client[name]?.() : client[name]?.(input));
    const value = await readValue(returned);
    return { input, problem: judge(value, response, api), ...(value === returned ? { value } : {}) };
  } catch (error) {
    return { input, problem: describeFailure(error as Error & { readonly status?: number; readonly code?: string }, response, api) };
  }
}

/** Returns the scenario's media type if the contract has several, because a client accepts all of them. */
function chosenType({ operation }: Match, { request }: MockApi): string | undefined {
  const [, accept] = Object.entries(request?.headers ?? {}).find(([name]) => name.toLowerCase() === "accept") ?? [];
  const contents = Object.values(operation.responses).map(({ content }) => Object.keys((content ?? {}) as Json));
  return contents.some((mediaTypes) => mediaTypes.length > 1 && mediaTypes.includes(String(accept))) ? String(accept) : undefined;
}

/** Reads bytes and streams to their end. */
async function readValue(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null) return value;
  if ("bytes" in value && typeof value.bytes === "function") return (value.bytes as () => Promise<Uint8Array>)();
  if ("status" in value && "body" in value) {
    const body = await readValue(value.body);
    return body === value.body ? value : { ...value, body };
  }
  if (!(Symbol.asyncIterator in value)) return value;
  const items: unknown[] = [];
  for await (const item of value as AsyncIterable<unknown>) items.push(item);
  return items;
}

function judge(value: unknown, response: WireResponse | undefined, { response: expected }: MockApi): string | undefined {
  if (response === undefined) return "sent no request";
  return response.status === expected.status ? compare(value, response) : `expected the status ${expected.status}, got ${response.status}`;
}

/** Compares a value with its response. Returns the difference; `undefined` if there is none. */
function compare(value: unknown, { mediaType, bytes }: WireResponse): string | undefined {
  const text = new TextDecoder().decode(bytes);
  // A method with several success responses returns the body with its status and media type.
  const body = typeof value === "object" && value !== null && "status" in value && "body" in value ? value.body : value;
  if (body === undefined) return text === "" ? undefined : `returned nothing for ${text.slice(0, 200)}`;
  if (body instanceof Uint8Array) return isDeepStrictEqual(new Uint8Array(body), bytes) ? undefined : "returned other bytes";
  if (typeof body === "string" && !/[/+]json/.test(mediaType)) return body === text ? undefined : `returned ${body.slice(0, 200)} for ${text.slice(0, 200)}`;
  const wanted: unknown = /jsonl|ndjson/.test(mediaType)
    ? text
        .split("\n")
        .filter((line) => line !== "")
        .map((line): unknown => JSON.parse(line))
    : JSON.parse(text);
  return isSame(body, wanted) ? undefined : `returned ${JSON.stringify(body).slice(0, 200)} for ${text.slice(0, 200)}`;
}

/** Returns whether two values are equal. A 64-bit integer is a number in JSON and a decimal string in the program. */
function isSame(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === "number") return value === wanted || value === String(wanted);
  if (typeof wanted !== "object" || wanted === null || typeof value !== "object" || value === null) return value === wanted;
  const [keys, wantedKeys] = [Object.keys(value), Object.keys(wanted)];
  return (
    Array.isArray(value) === Array.isArray(wanted) &&
    keys.length === wantedKeys.length &&
    wantedKeys.every((key) => isSame((value as { [key: string]: unknown })[key], (wanted as { [key: string]: unknown })[key]))
  );
}

function describeFailure(
  error: Error & { readonly status?: number; readonly code?: string },
  response: WireResponse | undefined,
  { response: expected }: MockApi,
): string | undefined {
  if (expected.status >= 300 && error.code === "api-error" && error.status === expected.status) return undefined;
  const said = response !== undefined && response.status >= 400 ? ` (the server: ${new TextDecoder().decode(response.bytes).slice(0, 300)})` : "";
  return `${error.message.slice(0, 400)}${said}`;
}
