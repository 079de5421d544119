import { parseJson } from "../../core/contract/body-values.ts";
import type { EmulatorRequest } from "../../core/http/http.ts";
import { describeIssue } from "../../core/values/issues.ts";
import { isJson } from "../../core/http/media-types.ts";
import { responseOf } from "../../core/schemas/operation-spec.ts";
import type { CapturedBody } from "./captured-body.ts";
import type { RecordedExchange } from "./cassette.ts";
import type { Masks } from "./masks.ts";
import { type BodyRecord, recordBody } from "./record-body.ts";
import { type ReadHeader, recordQuery, recordRequestHeaders, recordResponseHeaders } from "./record-headers.ts";
import type { FindOperation, FoundOperation } from "./service-contracts.ts";

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly header: ReadHeader;
  readonly body: CapturedBody;
}

/** A response as it came. */
export interface ReceivedResponse {
  readonly status: number;
  readonly header: ReadHeader;
  readonly body: CapturedBody;
}

/** A request as a cassette has it, without warnings. */
export type UncheckedRequest = Omit<RecordedExchange["request"], "warnings">;

/** Returns a request as a cassette has it, and its operation. */
export function recordRequest(
  { method, path, query, header, body }: SentRequest,
  find: FindOperation,
  masks: Masks,
): { readonly request: UncheckedRequest; readonly found: FoundOperation | undefined; readonly record: BodyRecord } {
  const found = find(method, path);
  // Before path, query and body, which must not repeat a credential.
  const headers = recordRequestHeaders(found, header, masks);
  const record = recordBody({
    captured: body,
    mediaType: header("content-type") ?? "application/json",
    coding: header("content-encoding"),
    content: found?.operation.body?.content,
    document: found?.service.document ?? {},
    masks,
  });
  return { request: { method, path: masks.clean(path), query: recordQuery(found, query, masks), headers, body: record.body }, found, record };
}

/** Returns an exchange for a cassette, with warnings for what the contract does not know. */
export async function recordExchange(
  sent: SentRequest,
  response: ReceivedResponse,
  { find, masks, durationMs }: { readonly find: FindOperation; readonly masks: Masks; readonly durationMs: number },
): Promise<RecordedExchange> {
  const { request, found, record } = recordRequest(sent, find, masks);
  const { status, header, body } = response;
  const mediaType = header("content-type");
  const documented = found === undefined ? undefined : responseOf(found.operation, status);
  const recordedBody = recordBody({
    captured: body,
    mediaType,
    coding: header("content-encoding"),
    // An undocumented error is worth reading, and contains nothing that was not sent.
    content: documented?.content ?? (found !== undefined && status >= 400 ? ANY_ERROR : undefined),
    document: found?.service.document ?? {},
    masks: isGrant(request) ? { ...masks, mask: masks.maskCredential } : masks,
    repeated: status >= 400 ? record.secrets : [],
  });
  const { body: recorded } = recordedBody;
  const headers = recordResponseHeaders(found, status, header, masks);
  const issues = found === undefined ? [] : responseIssues(sent.method, response, found, recordedBody);
  return {
    service: found?.service.name,
    operationId: found?.operation.id,
    request: { ...request, warnings: warningsOn(found === undefined ? ["no contract has it"] : await requestIssues(sent, found, record), record) },
    response: { status, headers, body: recorded, warnings: warningsOn(issues, recordedBody) },
    durationMs,
  };
}

function warningsOn(issues: readonly string[], { unknown }: BodyRecord): readonly string[] {
  return [...new Set([...issues, ...unknown.map((pointer) => `${pointer.slice(1)} is not known to the contract`)])];
}

const ANY = {
  schema: {},
  shape: { types: new Set<string>(), items: undefined, properties: new Map(), additional: undefined, isBinary: false },
  encoding: new Map(),
};
const ANY_ERROR = new Map(["application/json", "application/problem+json", "text/plain"].map((type) => [type, ANY]));

/** Returns whether the response may have tokens: a form is only sent to obtain one. */
function isGrant({ headers }: UncheckedRequest): boolean {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
}

async function requestIssues({ method, path, query, header, body }: SentRequest, found: FoundOperation, { bytes }: BodyRecord): Promise<readonly string[]> {
  if (bytes === undefined && body.size > 0) return [];
  const request: EmulatorRequest = {
    method,
    origin: "",
    path,
    query,
    ip: "",
    header: (name) => (name === "content-encoding" ? undefined : header(name)),
    readBody: () => bytes,
    signal: () => undefined,
  };
  const checked = await found.service.contract.checkRequest(found.operation, request, found.path, Infinity);
  if (typeof checked === "string") return ["the contract does not have its media type"];
  return "issues" in checked ? checked.issues.map(describeIssue) : [];
}

function responseIssues(
  method: string,
  { status, header, body }: ReceivedResponse,
  { service, operation }: FoundOperation,
  { bytes }: BodyRecord,
): readonly string[] {
  // A body that was not kept cannot be checked, and a response to HEAD has none.
  if ((bytes === undefined && body.size > 0) || method === "HEAD") return [];
  const named = responseOf(operation, status)?.headers.map(({ name }) => name) ?? [];
  const present = [...new Set([...named, "content-type"])].flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const value = bytes === undefined ? undefined : valueOf(bytes, header("content-type") ?? "");
  return service.contract.checkReply(operation, { status, headers: Object.fromEntries(present), body: value }).map(describeIssue);
}

function valueOf(bytes: Uint8Array, mediaType: string): unknown {
  if (!isJson(mediaType)) return mediaType.startsWith("text/") ? new TextDecoder().decode(bytes) : bytes;
  const parsed = parseJson(new TextDecoder().decode(bytes));
  // Invalid JSON is reported as bytes.
  return "value" in parsed ? parsed.value : bytes;
}
