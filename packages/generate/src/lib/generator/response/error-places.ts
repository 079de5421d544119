import { type Contract, type ContractOperation, deref, eachSchema, type Json } from "../../contract/index.ts";
import { keysOf } from "../../contract/json.ts";
import { toSource } from "../text/print.ts";
import { failureSchemas } from "./response.ts";

/** Places of the error list in problem details (RFC 9457 §3). */
const PROBLEM_FIELDS = { list: "/errors", field: "/pointer", message: "/detail" };

/** What a client needs to read details of error bodies: from `x-error`, or of problem details if a body has their list of errors. */
export function errorPartsOf(contract: Contract, operations: readonly ContractOperation[]): { members: readonly string[]; imports: readonly string[] } {
  const said = contract.document["x-error"] as Json | undefined;
  const hasList = operations.some((operation) => failureSchemas(contract, operation).some(({ schema }) => hasProblemList(contract, schema)));
  const { fields, ...texts } = said ?? (hasList ? { fields: PROBLEM_FIELDS } : {});
  const places = Object.entries(texts).map(([name, pointers]) => [name, ([pointers].flat() as string[]).map(keysOf)]);
  return {
    members: [
      ...(places.length === 0 ? [] : [`errorTexts: ${toSource(Object.fromEntries(places))}`]),
      ...(fields === undefined ? [] : [`readFieldErrors: fieldErrorReader(${toSource(fields)})`]),
    ],
    imports: fields === undefined ? [] : ["fieldErrorReader"],
  };
}

function hasProblemList(contract: Contract, schema: unknown): boolean {
  return eachSchema<boolean>(contract, false, ({ properties, allOf = [] }, again) => {
    if ((allOf as readonly Json[]).some(again)) return true;
    const { items } = deref(contract, (properties as Json | undefined)?.["errors"] ?? {});
    const members = (deref(contract, items ?? {})["properties"] ?? {}) as Json;
    return "pointer" in members && "detail" in members;
  })(schema);
}
