import { TOO_LARGE } from "./http.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { Extra } from "./service.ts";

/** A route beyond the contract in the shape of an operation, so that it passes the same stages. */
export function operationOf({ id, method, path, scopes }: Pick<Extra<never, never>, "id" | "method" | "path" | "scopes">): OperationSpec {
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
    beyondContract: true,
  };
}

/** Reads what is there as text; `undefined` where it is too long. */
export function extraBody(read: Uint8Array | string | undefined | typeof TOO_LARGE): string | undefined {
  if (read === TOO_LARGE) return undefined;
  return typeof read === "string" ? read : new TextDecoder().decode(read);
}
