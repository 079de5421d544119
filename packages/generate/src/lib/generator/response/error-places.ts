import { type Contract, type ContractOperation, deref, eachSchema, type Json } from "../../contract/index.ts";
import { failureSchemas } from "./response.ts";

/** Places of the error list in problem details (RFC 9457 §3). */
const PROBLEM_DETAILS = { fields: { list: "/errors", field: "/pointer", message: "/detail" } };

/** Returns the places of details in error bodies, as `ErrorPlaces` in `@keywright/core`: from `x-error`, or of problem details if a body has their list of errors. */
export function errorPlacesOf(contract: Contract, operations: readonly ContractOperation[]): unknown {
  const said = contract.document["x-error"];
  return (
    said ??
    (operations.some((operation) => failureSchemas(contract, operation).some(({ schema }) => hasProblemList(contract, schema))) ? PROBLEM_DETAILS : undefined)
  );
}

function hasProblemList(contract: Contract, schema: unknown): boolean {
  return eachSchema<boolean>(contract, false, ({ properties, allOf = [] }, again) => {
    if ((allOf as readonly Json[]).some(again)) return true;
    const { items } = deref(contract, (properties as Json | undefined)?.["errors"] ?? {});
    const members = (deref(contract, items ?? {})["properties"] ?? {}) as Json;
    return "pointer" in members && "detail" in members;
  })(schema);
}
