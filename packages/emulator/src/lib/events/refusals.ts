import type { AnyReply } from "../core/http.ts";
import { describeIssue, type Issue } from "../core/issues.ts";
import type { Refusals } from "../core/service.ts";

/** What each operation reads, for messages. */
const SUBJECTS: { readonly [operationId: string]: string } = {
  listAuditEvents: "The token for audit events",
  listItemUsages: "The token for item usages",
  listSignInAttempts: "The token for sign-in attempts",
};

/** A refusal of this service: `{ status, message }`. Texts are ours: no message of the service is known. */
export function refuse<Status extends number>(
  status: Status,
  message: string,
): { readonly status: Status; readonly body: { readonly status: Status; readonly message: string } } {
  return { status, body: { status, message } };
}

/** How the events service says no. A missing feature is 401 here, as a missing token is: the service knows no 403. */
export const refusals: Refusals = {
  // Not shown in the material; chosen: what has no route is refused in the same form.
  notFound: ({ method, path }) => refuse(404, `There is no ${method} ${path}`),
  methodNotAllowed: (allow) => ({ ...refuse(405, `This path takes ${allow.join(", ")}`), headers: { allow: allow.join(", ") } }),
  unauthenticated(reason, { id }) {
    const subject = SUBJECTS[id] ?? "The token to introspect";
    if (reason === "missing" && id === "introspect") return challenge("There is no token to introspect", "Bearer");
    // RFC 6750 §3.1: a request without credentials is not told an error code.
    return challenge(`${subject} is ${reason === "expired" ? "expired" : "not valid"}`, reason === "missing" ? "Bearer" : 'Bearer error="invalid_token"');
  },
  forbidden: ([feature = ""]) => challenge(`The token may not use the feature ${feature}`, 'Bearer error="invalid_token"'),
  invalid: (issues) => refuse(400, issues.map(messageOf).join("; ")),
  tooLarge: () => refuse(413, "The request body is too long"),
  unsupportedMediaType: (expected) => refuse(415, `The request body must be ${expected.join(" or ")}`),
  failed: (issues) => refuse(500, `The events service failed: ${issues.join("; ")}`),
  expiredCursor: () => refuse(400, "cursor is not valid"),
};

function challenge(message: string, value: string): AnyReply {
  return { ...refuse(401, message), headers: { "www-authenticate": value } };
}

function messageOf(issue: Issue): string {
  if (issue.pointer === "/limit" && (issue.keyword === "minimum" || issue.keyword === "maximum")) return "limit must be between 1 and 1000";
  if (issue.keyword === "not-allowed") return `cursor cannot be combined with ${issue.pointer.slice(1)}`;
  return describeIssue(issue);
}
