import type { AnyReply } from "../../core/http/http.ts";
import type { Issue } from "../../core/values/issues.ts";
import type { OperationSpec } from "../../core/schemas/operation-spec.ts";
import type { Random } from "../../core/values/random.ts";
import type { ErrorResponses } from "../../core/service/service.ts";
import { describeFields, type FieldErrors, problem } from "./problem.ts";

const TOKEN_PATH = "/connect/token";

/** Tools for error responses. */
export interface ErrorTools {
  random(): Random;
  /** Returns when the token of the request expired. */
  expiredAt(): Date;
}

/** Returns the error responses: problem details, but `{ error }` from the token endpoint. */
export function managementErrorResponses({ random, expiredAt }: ErrorTools): ErrorResponses {
  return {
    notFound: ({ method, path }) => problem(random(), 404, `There is no ${method} ${path}.`),
    methodNotAllowed(allow, { path }) {
      const reply = path === TOKEN_PATH ? tokenFailure(405, "invalid_request") : problem(random(), 405, `This path accepts ${allow.join(", ")}.`);
      return { ...reply, headers: { ...reply.headers, allow: allow.join(", ") } };
    },
    unauthenticated(reason, operation) {
      // The service returns 400 instead of 401 (RFC 6749 §5.2).
      if (isToken(operation)) return tokenFailure(400, "invalid_client");
      const description = DESCRIPTIONS[reason] ?? `The token expired at '${usDate(expiredAt())}'`;
      const reply = problem(random(), 401, `${description}.`);
      // Unlike RFC 6750 §3.1, the service also returns an error code for a missing token.
      return { ...reply, headers: { ...reply.headers, "www-authenticate": `Bearer error="invalid_token", error_description="${description}"` } };
    },
    forbidden: (missing) => problem(random(), 403, `The token lacks the scope ${missing.join(", ")}.`),
    invalid: (issues, operation) => (isToken(operation) ? tokenFailure(400, tokenError(issues)) : invalid(random(), issues, operation)),
    tooLarge: (limitBytes, operation) =>
      isToken(operation) ? tokenFailure(413, "invalid_request") : problem(random(), 413, `The body is larger than ${limitBytes} bytes.`),
    unsupportedMediaType: (expected, operation) =>
      isToken(operation) ? tokenFailure(415, "invalid_request") : problem(random(), 415, `The body must be ${expected.join(" or ")}.`),
    failed: (issues) => ({ status: 500, headers: { "content-type": "application/json" }, body: { message: `The service failed: ${issues.join("; ")}` } }),
    expiredCursor: () => problem(random(), 400, "One parameter is invalid.", { after: ["This position is not known."] }),
  };
}

const DESCRIPTIONS: { readonly [reason: string]: string } = { missing: "The token is missing", invalid: "The token is not valid" };

function isToken({ path }: OperationSpec): boolean {
  return path === TOKEN_PATH;
}

/** Returns an error response of the token endpoint: `{ error }` with a code of RFC 6749 §5.2. */
export function tokenFailure<Status extends number>(
  status: Status,
  error: string,
  headers: { readonly [name: string]: string } = {},
): { readonly status: Status; readonly headers: { readonly [name: string]: string }; readonly body: { readonly error: string } } {
  return { status, headers: { "content-type": "application/json", "cache-control": "no-store", ...headers }, body: { error } };
}

function tokenError(issues: readonly Issue[]): string {
  const wrong = (pointer: string, ...keywords: readonly string[]): boolean =>
    issues.some((issue) => issue.pointer === pointer && keywords.includes(issue.keyword));
  if (wrong("/grant_type", "const", "enum", "discriminator")) return "unsupported_grant_type";
  return wrong("/scope", "pattern") ? "invalid_scope" : "invalid_request";
}

function invalid(random: Random, issues: readonly Issue[], { id }: OperationSpec): AnyReply {
  // A map, because a property can be called __proto__.
  const byField = new Map<string, string[]>();
  for (const { pointer, message } of issues) {
    const field = pointer.slice(1).replaceAll("/", ".");
    if (field !== "") byField.set(field, [...(byField.get(field) ?? []), message]);
  }
  const errors = Object.fromEntries(byField);
  return problem(random, 400, detailOf(issues, errors, id), errors);
}

function detailOf(issues: readonly Issue[], errors: FieldErrors, operationId: string): string {
  const whole = issues.find(({ pointer }) => pointer === "");
  if (whole === undefined) return describeFields(errors);
  return operationId === "updatePerson" && whole.keyword === "minProperties" ? "The body has no field to change." : `The ${whole.in} ${whole.message}.`;
}

/** Returns a date in the form `03/02/2026 09:00:00`. */
function usDate(date: Date): string {
  const [day = "", time = ""] = date.toISOString().split("T");
  const [year, month, dayOfMonth] = day.split("-");
  return `${month}/${dayOfMonth}/${year} ${time.slice(0, 8)}`;
}
