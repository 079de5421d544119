import type { Answer, CallContext } from "./call-context.ts";
import { readChallenges } from "./challenge.ts";
import { ApiError, type ApiErrorDetails, isRedirect, noteAttempts } from "./errors.ts";
import { hideSecrets, redact } from "./redact.ts";
import { readRetryAfter } from "./retry-after.ts";

/**
 * Throws an answer that is no success.
 *
 * @param wallNowMs The wall clock, for a `Retry-After` that is a date.
 * @throws ApiError for every status that is not a success, redirects included.
 */
export function refuse(response: Answer, context: CallContext, wallNowMs: number): never {
  const { status, body } = response;
  const headers = response.headers();
  const { operation } = context.call;
  const error = new ApiError(`${operation.id} failed with status ${status}: ${describe(response, context)}`, {
    operationId: operation.id,
    status,
    headers,
    body,
    challenges: readChallenges(headers.get("www-authenticate")),
    retryAfterMs: readRetryAfter(headers.get("retry-after"), wallNowMs),
    ...readProblem(body, context),
  });
  noteAttempts(error, context.attempts, context.stopReason);
  throw error;
}

/** What the service says, and what there is to do where that is known. */
function describe({ status, body, headers }: Answer, context: CallContext): string {
  if (isRedirect(status)) return "the service redirects, and credentials stay at baseUrl: put the final address there";
  const told = readMessage(body);
  const said = told === undefined ? undefined : redact(told, context).slice(0, 300);
  const { scheme, scopes } = context.call.operation.security;
  if (status === 401) return `${said ?? refusalOf(headers(), context)}${scheme === "bearer" ? tokenAdvice(scopes) : ""}`;
  if (status === 403 && scopes.length > 0) return `${said ?? "forbidden"} (the operation needs ${scopes.join(", ")})`;
  if (said !== undefined) return said;
  return typeof body === "string" ? "the answer is no JSON: check that baseUrl is the service's own address" : "the service gave no reason";
}

// RFC 6750 §3: what was wrong stands in the challenge.
function refusalOf(headers: Headers, context: CallContext): string {
  const described = readChallenges(headers.get("www-authenticate")).find(({ parameters }) => parameters["error"] !== undefined)?.parameters;
  return redact(described?.["error_description"] ?? described?.["error"] ?? "the credential was refused", context).slice(0, 300);
}

function tokenAdvice(scopes: readonly string[]): string {
  return ` (is the token valid and not expired${scopes.length === 0 ? "" : `, and for ${scopes.join(", ")}`}?)`;
}

type Json = { readonly [name: string]: unknown };

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// The dialects of the three services: problem details (RFC 9457 §3.1), `{ status, message }`, `{ Error: { Message } }`, and OAuth's `{ error }` (RFC 6749 §5.2).
function readMessage(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const older = isObject(body["Error"]) ? body["Error"]["Message"] : undefined;
  return [body["detail"], body["title"], body["message"], older, body["error_description"], body["error"]].find(
    (text): text is string => typeof text === "string" && text !== "",
  );
}

function readProblem(body: unknown, context: CallContext): Pick<ApiErrorDetails, "traceId" | "fieldErrors"> {
  if (!isObject(body)) return {};
  const extensions = isObject(body["extensions"]) ? body["extensions"] : {};
  const traceId = [body["traceId"], extensions["traceId"]].find((id): id is string => typeof id === "string");
  return {
    traceId: traceId === undefined ? undefined : hideSecrets(traceId, context),
    fieldErrors: isObject(body["errors"]) ? readFieldErrors(body["errors"], context) : undefined,
  };
}

function readFieldErrors(errors: Json, context: CallContext): { readonly [field: string]: readonly string[] } {
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      hideSecrets(field, context),
      [messages].flat().flatMap((message) => (typeof message === "string" ? redact(message, context) : [])),
    ]),
  );
}
