import type { AnyReply } from "../core/http/http.ts";
import { describeIssue, type Issue } from "../core/values/issues.ts";
import type { ErrorResponses } from "../core/service/service.ts";

/** The list of each operation, for messages. */
const SUBJECTS: { readonly [operationId: string]: string } = {
  listAuditEvents: "The token for audit events",
  listItemUsages: "The token for item usages",
  listSignInAttempts: "The token for sign-in attempts",
};

/** Returns an error response of this service: `{ status, message }`. */
export function reject<Status extends number>(
  status: Status,
  message: string,
): { readonly status: Status; readonly body: { readonly status: Status; readonly message: string } } {
  return { status, body: { status, message } };
}

/** Error responses. A missing feature is 401, as a missing token: the service has no 403. */
export const errorResponses: ErrorResponses = {
  notFound: ({ method, path }) => reject(404, `There is no ${method} ${path}`),
  methodNotAllowed: (allow) => ({ ...reject(405, `This path accepts ${allow.join(", ")}`), headers: { allow: allow.join(", ") } }),
  unauthenticated(reason, { id }) {
    const subject = SUBJECTS[id] ?? "The token to introspect";
    if (reason === "missing" && id === "introspect") return challenge("There is no token to introspect", "Bearer");
    // RFC 6750 §3.1: a request without credentials gets no error code.
    return challenge(`${subject} is ${reason === "expired" ? "expired" : "not valid"}`, reason === "missing" ? "Bearer" : 'Bearer error="invalid_token"');
  },
  forbidden: ([feature = ""]) => challenge(`The token may not use the feature ${feature}`, 'Bearer error="invalid_token"'),
  invalid: (issues) => reject(400, issues.map(messageOf).join("; ")),
  tooLarge: () => reject(413, "The request body is too large"),
  unsupportedMediaType: (expected) => reject(415, `The request body must be ${expected.join(" or ")}`),
  failed: (issues) => reject(500, `The events service failed: ${issues.join("; ")}`),
  expiredCursor: () => reject(400, "cursor is not valid"),
};

function challenge(message: string, value: string): AnyReply {
  return { ...reject(401, message), headers: { "www-authenticate": value } };
}

function messageOf(issue: Issue): string {
  if (issue.pointer === "/limit" && (issue.keyword === "minimum" || issue.keyword === "maximum")) return "limit must be between 1 and 1000";
  return describeIssue(issue);
}
