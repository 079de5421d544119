import type { IncomingResponse } from "./client-options.ts";
import { ApiError, type ApiErrorDetails } from "./errors.ts";
import type { Operation } from "./operation.ts";

/**
 * Judges an answer: passes a success on, throws anything else.
 *
 * @throws ApiError for every status that is not a success, redirects included.
 */
export function unwrap(operation: Operation, response: IncomingResponse): IncomingResponse {
  if (response.ok) return response;
  const { status, headers, body } = response;
  const redirected = status === 0 || (status >= 300 && status < 400);
  const told = redirected ? "the service redirects, which is not followed so that credentials stay at baseUrl: check the address" : readMessage(body);
  throw new ApiError(`${operation.id} failed with status ${status}${told === undefined ? "" : `: ${told}`}`, { operationId: operation.id, status, headers, body, ...readProblem(body) });
}

type Json = { readonly [name: string]: unknown };

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// The dialects of the three services: problem details (RFC 9457 §3.1), `{ status, message }`, `{ Error: { Message } }`, and OAuth's `{ error }` (RFC 6749 §5.2).
function readMessage(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const older = isObject(body["Error"]) ? body["Error"]["Message"] : undefined;
  for (const text of [body["detail"], body["title"], body["message"], older, body["error_description"], body["error"]]) {
    if (typeof text === "string" && text !== "") return clip(text);
  }
  return undefined;
}

function readProblem(body: unknown): Pick<ApiErrorDetails<unknown>, "traceId" | "fieldErrors"> {
  if (!isObject(body)) return {};
  const extensions = isObject(body["extensions"]) ? body["extensions"] : {};
  const traceId = [body["traceId"], extensions["traceId"]].find((id): id is string => typeof id === "string");
  return { traceId, fieldErrors: isObject(body["errors"]) ? readFieldErrors(body["errors"]) : undefined };
}

function readFieldErrors(errors: Json): { readonly [field: string]: readonly string[] } {
  const entries = Object.entries(errors).map(([field, messages]) => [field, (Array.isArray(messages) ? messages : [messages]).map(String)] as const);
  return Object.fromEntries(entries);
}

function clip(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
