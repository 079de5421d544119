import { type Contract, type ContractOperation, deref, type Json } from "../contract/index.ts";
import { failureSchemas } from "./response.ts";

/** The places of the list of errors in problem details (RFC 9457 §3). */
const PROBLEM_DETAILS = { fields: { list: "/errors", field: "/pointer", message: "/detail" } };

/** Where the bodies of errors say something, as `ErrorPlaces` in `@keywright/core`: as `x-error` says, or as the errors of problem details where a body has such a list. */
export function errorPlacesOf(contract: Contract, operations: readonly ContractOperation[]): unknown {
  const said = contract.document["x-error"];
  return (
    said ??
    (operations.some((operation) => failureSchemas(contract, operation).some(({ schema }) => hasProblemList(contract, schema))) ? PROBLEM_DETAILS : undefined)
  );
}

function hasProblemList(contract: Contract, schema: unknown): boolean {
  const { properties, allOf } = deref(contract, schema) as { readonly properties?: Json; readonly allOf?: readonly Json[] };
  if (allOf?.some((part) => hasProblemList(contract, part)) === true) return true;
  const { items } = deref(contract, properties?.["errors"] ?? {});
  const members = (deref(contract, items ?? {})["properties"] ?? {}) as Json;
  return "pointer" in members && "detail" in members;
}
