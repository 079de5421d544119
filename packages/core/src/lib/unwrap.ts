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
    ...readProblem(membersOf(body), context),
  });
  noteAttempts(error, context.attempts, context.stopReason);
  throw error;
}

/** What the service says, and what there is to do where that is known. */
function describe({ status, body, headers }: Answer, context: CallContext): string {
  if (isRedirect(status)) return "the service redirects, and credentials stay at baseUrl: put the final address there";
  const { scheme, scopes } = context.call.operation.security;
  const told = readMessage(membersOf(body)) ?? (status === 401 ? readChallenge(headers()) : undefined);
  const unsaid = typeof body === "string" ? "the answer is no JSON: check that baseUrl is the service's own address" : "the service gave no reason";
  const said = told === undefined ? unsaid : redact(told, context).slice(0, 300);
  const needs = scopes.length === 0 ? "" : ` (the operation needs ${scopes.join(", ")})`;
  if (status === 401 && scheme === "bearer") return `${said} (is the token valid and not expired?)${needs}`;
  return status === 403 ? said + needs : said;
}

// RFC 6750 §3: what was wrong stands in the challenge.
function readChallenge(headers: Headers): string {
  const { parameters = {} } = readChallenges(headers.get("www-authenticate")).find((challenge) => challenge.parameters["error"] !== undefined) ?? {};
  return parameters["error_description"] ?? parameters["error"] ?? "the credential was refused";
}

type Json = { readonly [name: string]: unknown };

/** The members of an object; of anything else none. */
function membersOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((text): text is string => typeof text === "string" && text !== "");
}

// The dialects of the three services: problem details (RFC 9457 §3.1), `{ status, message }`, `{ Error: { Message } }`, and OAuth's `{ error }` (RFC 6749 §5.2).
function readMessage(body: Json): string | undefined {
  return firstText(body["detail"], body["title"], body["message"], membersOf(body["Error"])["Message"], body["error_description"], body["error"]);
}

function readProblem({ traceId, extensions, errors }: Json, context: CallContext): Pick<ApiErrorDetails, "traceId" | "fieldErrors"> {
  const trace = firstText(traceId, membersOf(extensions)["traceId"]);
  const fields = Object.entries(membersOf(errors)).map(([field, messages]) => [
    hideSecrets(field, context),
    [messages].flat().flatMap((message) => (typeof message === "string" ? redact(message, context) : [])),
  ]);
  return {
    traceId: trace && hideSecrets(trace, context),
    fieldErrors: errors === membersOf(errors) ? (Object.fromEntries(fields) as ApiErrorDetails["fieldErrors"]) : undefined,
  };
}
