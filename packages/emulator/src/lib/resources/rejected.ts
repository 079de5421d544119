import type { AnyReply } from "../core/http/http.ts";
import { describeIssue } from "../core/values/issues.ts";
import { isObject, type Json } from "../core/values/json.ts";
import { type OperationSpec, responseOf } from "../core/schemas/operation-spec.ts";
import type { ErrorResponses } from "../core/service/service.ts";
import { withValueAt } from "./values.ts";

/** A handler cannot do what was requested. It becomes an error response of the contract. */
export class Rejected extends Error {
  readonly status: number;

  /** @param status If the operation does not document it, the nearest documented one applies. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The bodies of errors of the contract. */
export interface ErrorBodies {
  /** The usual body of each status. */
  readonly bodies: { readonly [status: number]: unknown };
  /** Bodies of operations that differ. */
  readonly others?: { readonly [operationId: string]: { readonly [status: number]: unknown } };
  /** JSON pointer to the message in each body. */
  readonly message?: string;
  /** Media type of errors without an operation. */
  readonly mediaType?: string;
}

/** Statuses that can replace another one, the nearest first. */
const NEAREST: { readonly [status: number]: readonly number[] } = { 404: [410, 400], 409: [422, 400], 400: [422], 422: [400], 401: [403], 403: [401] };

/** Creates error responses by the contract. */
export function createErrorResponses(
  errors: ErrorBodies,
  challenge: (operation: OperationSpec) => string,
): ErrorResponses & { reject(rejected: Rejected, operation: OperationSpec): AnyReply } {
  const reject = (status: number, message: string, operation?: OperationSpec): AnyReply => {
    const body = bodyOf(errors, status, message, operation);
    const response = operation && responseOf(operation, status);
    if (response !== undefined && response.mediaType === undefined) return { status };
    return { status, body, ...(response === undefined && errors.mediaType !== undefined ? { headers: { "content-type": errors.mediaType } } : {}) };
  };
  const near = (status: number, message: string, operation: OperationSpec): AnyReply => reject(documented(status, operation), message, operation);
  return {
    reject: ({ status, message }, operation) => near(status, message, operation),
    notFound: ({ method, path }) => reject(404, `There is no ${method} ${path}`),
    methodNotAllowed: (allow) => withHeader(reject(405, `This path accepts ${allow.join(", ")}`), "allow", allow.join(", ")),
    unauthenticated: (reason, operation) =>
      withHeader(near(401, `The credential is ${reason === "invalid" ? "not valid" : reason}`, operation), "www-authenticate", challenge(operation)),
    forbidden: (missing, operation) => near(403, `The credential lacks ${missing.join(", ")}`, operation),
    invalid: (issues, operation) => near(400, issues.map(describeIssue).join("; "), operation),
    tooLarge: (limitBytes, operation) => reject(413, `The body must have at most ${limitBytes} bytes`, operation),
    unsupportedMediaType: (expected, operation) => reject(415, `The body must be ${expected.join(" or ")}`, operation),
    failed: (issues, operation) => reject(500, issues.join("; "), operation),
    expiredCursor: (operation) => near(400, "The position is not valid any more", operation),
  };
}

function documented(status: number, operation: OperationSpec): number {
  return [status, ...(NEAREST[status] ?? [])].find((each) => responseOf(operation, each) !== undefined) ?? status;
}

function withHeader(reply: AnyReply, name: string, value: string): AnyReply {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}

function bodyOf({ bodies, others = {}, message: pointer }: ErrorBodies, status: number, message: string, operation: OperationSpec | undefined): unknown {
  const own = operation === undefined ? undefined : others[operation.id];
  const [like, body] = own?.[status] === undefined ? nearestOf(bodies, status) : [status, own[status]];
  if (!isObject(body)) return body === undefined ? { message } : body;
  const numbered = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === like ? status : value]));
  return pointer === undefined ? numbered : (withValueAt(numbered, pointer, message) as Json);
}

/** Returns the body of a status, or of the nearest lower status with a body. */
function nearestOf(bodies: { readonly [status: number]: unknown }, status: number): readonly [number, unknown] {
  const known = Object.keys(bodies).map(Number);
  const like = known.includes(status) ? status : (known.filter((each) => each < status).at(-1) ?? known[0] ?? status);
  return [like, bodies[like]];
}
