import { TOO_LARGE } from "../http/http.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import type { ExtraRoute } from "../service/service.ts";

/** Returns a route outside the contract as an operation, so that the same stages apply. */
export function operationOf({ id, method, path, scopes }: Pick<ExtraRoute<never, never>, "id" | "method" | "path" | "scopes">): OperationSpec {
  const security = scopes === undefined ? undefined : { scheme: "bearer", scopes };
  const alternatives = security === undefined ? [] : [[security.scheme]];
  return {
    id,
    method,
    path,
    security,
    alternatives,
    parameters: [],
    body: undefined,
    responses: new Map(),
    ranges: new Map(),
    hasCursor: false,
    definition: undefined,
  };
}

/** Returns a body as text; `undefined` if it is too large. */
export function extraBody(read: Uint8Array | string | undefined | typeof TOO_LARGE): string | undefined {
  if (read === TOO_LARGE) return undefined;
  return typeof read === "string" ? read : new TextDecoder().decode(read);
}
