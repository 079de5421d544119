import type { AnyReply } from "../../core/http/http.ts";
import { describeIssue, InvalidInput, type Issue } from "../../core/values/issues.ts";
import type { OperationSpec } from "../../core/schemas/operation-spec.ts";
import type { ErrorResponses } from "../../core/service/service.ts";

/** An error response of this service: `{ status, message }`. */
export interface ErrorResponse<Status extends number> {
  readonly status: Status;
  readonly body: { readonly status: Status; readonly message: string };
}

/** Returns an error response. */
export function reject<Status extends number>(status: Status, message: string): ErrorResponse<Status> {
  return { status, body: { status, message } };
}

/** Returns the result of `make`, or 400 with the reason that it throws. */
export function validOr400<T extends object>(make: () => T): T | ErrorResponse<400> {
  try {
    return make();
  } catch (error) {
    if (error instanceof InvalidInput) return reject(400, error.message);
    throw error;
  }
}

/** The error responses of the vault server. */
export const errorResponses: ErrorResponses = {
  notFound: ({ method, path }) => reject(404, `There is no ${method} ${path}`),
  methodNotAllowed: (allow) => ({ ...reject(405, `This path accepts ${allow.join(", ")}`), headers: { allow: allow.join(", ") } }),
  unauthenticated(reason) {
    // RFC 6750 §3.1: a request without credentials gets no error code.
    if (reason === "missing") return challenge("The request has no token", "Bearer");
    return challenge(reason === "expired" ? "The token has expired" : "Invalid token signature", 'Bearer error="invalid_token"');
  },
  // The contract has no scopes; handlers check the vaults of a token.
  forbidden: (missing) => reject(403, `The token lacks ${missing.join(", ")}`),
  invalid: (issues, operation) => reject(400, [...new Set(issues.map((issue) => messageOf(issue, operation)))].join("; ")),
  tooLarge: () => reject(413, "The request body is too large"),
  unsupportedMediaType: (expected) => reject(415, `Content-Type must be ${expected.join(" or ")}`),
  failed: (issues) => reject(500, `The vault server failed: ${issues.join("; ")}`),
};

function challenge(message: string, value: string): AnyReply {
  return { ...reject(401, message), headers: { "www-authenticate": value } };
}

/** Returns the message of an issue without the value, which can be a secret. */
function messageOf(issue: Issue, { id }: OperationSpec): string {
  const { in: place, pointer, keyword } = issue;
  if (place === "path") return `${pointer.slice(1)} must be 26 lower-case letters or digits`;
  if (place === "query") return queryMessageOf(issue);
  if (id === "patchItem" && /^\/\d+\/op$/.test(pointer)) return "Invalid patch: the operation must be add, remove or replace";
  if (id === "patchItem") return `Invalid patch: ${describeIssue(issue)}`;
  if (pointer === "/category") return "Invalid item category";
  if (pointer === "/vault" && keyword === "required") return "The item has no vault";
  return describeIssue(issue);
}

function queryMessageOf(issue: Issue): string {
  const name = issue.pointer.slice(1);
  if (issue.keyword === "not-allowed" || issue.keyword === "maximum") return describeIssue(issue);
  if (name === "filter") return `Invalid filter: it ${issue.message}`;
  if (name === "limit" || name === "offset") return `${name} must be a whole number of ${name === "limit" ? 1 : 0} or more`;
  return name.startsWith("inline_") ? `${name} must be true or false` : describeIssue(issue);
}
