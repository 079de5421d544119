import type { Random } from "../../core/values/random.ts";

/** Messages by field. */
export interface FieldErrors {
  readonly [field: string]: string[];
}

const KINDS = {
  400: ["The request is not valid.", "15.5.1"],
  401: ["Unauthorized", "15.5.2"],
  403: ["Forbidden", "15.5.4"],
  404: ["Not found", "15.5.5"],
  405: ["Method not allowed", "15.5.6"],
  409: ["Conflict", "15.5.10"],
  413: ["Content too large", "15.5.14"],
  415: ["Unsupported media type", "15.5.16"],
} as const;

/** An error response with problem details (RFC 7807). */
export interface ProblemReply<Status extends keyof typeof KINDS> {
  readonly status: Status;
  readonly headers: { readonly [name: string]: string };
  readonly body: {
    type: string;
    title: string;
    status: Status;
    detail: string;
    errors?: { [field: string]: string[] };
    traceId?: string;
    extensions?: { traceId: string };
  };
}

/**
 * Returns an error response. A 404 has the trace id in `extensions`, other statuses at the top.
 *
 * @param errors Messages by field, if any.
 */
export function problem<Status extends keyof typeof KINDS>(random: Random, status: Status, detail: string, errors: FieldErrors = {}): ProblemReply<Status> {
  const [title, section] = KINDS[status];
  const traceId = `00-${random.uuid().replaceAll("-", "")}-${random.uuid().slice(0, 18).replaceAll("-", "")}-00`;
  return {
    status,
    headers: { "content-type": "application/problem+json" },
    body: {
      type: `https://www.rfc-editor.org/rfc/rfc9110#section-${section}`,
      title,
      status,
      detail,
      ...(Object.keys(errors).length === 0 ? {} : { errors: { ...errors } }),
      ...(status === 404 ? { extensions: { traceId } } : { traceId }),
    },
  };
}

/** Returns an error response for invalid fields or parameters. */
export function invalidFields(random: Random, errors: FieldErrors): ProblemReply<400> {
  return problem(random, 400, describeFields(errors), errors);
}

/** Returns the names of the invalid fields as a sentence. */
export function describeFields(errors: FieldErrors): string {
  const names = Object.keys(errors);
  return `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} not valid.`;
}

/** Returns an error response for what does not exist or is not visible. */
export function notThere(random: Random, what: string): ProblemReply<404> {
  return problem(random, 404, `${what} does not exist or is not accessible.`);
}
