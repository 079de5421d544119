import { type Contract, type ContractOperation, deref, eachSchema, keysOf, type Schema } from "../../contract/index.ts";
import { type Code, code, openapiValue } from "../text/code.ts";
import { toSource } from "../text/print.ts";
import { failureSchemas } from "./response.ts";

/** Places of the error list in problem details (RFC 9457 §3). */
const PROBLEM_FIELDS = { list: "/errors", field: "/pointer", message: "/detail" };

/** What reads details of error bodies: from `x-error`, or of problem details with a list. */
export function errorPartsOf(contract: Contract, operations: readonly ContractOperation[]): Code[] {
  const said = contract.document["x-error"];
  const hasList = operations.some((operation) => failureSchemas(operation).some(({ schema }) => hasProblemList(contract, schema)));
  const { fields, ...texts } = said ?? (hasList ? { fields: PROBLEM_FIELDS } : {});
  const places = Object.entries(texts).map(([name, pointers]) => [name, [pointers].flat().map((pointer) => keysOf(String(pointer)))] as const);
  return [
    ...(places.length === 0 ? [] : [code`errorTexts: ${toSource(Object.fromEntries(places))}`]),
    ...(fields === undefined ? [] : [code`readFieldErrors: ${openapiValue("fieldErrorReader")}(${toSource(fields)})`]),
  ];
}

function hasProblemList(contract: Contract, schema: Schema): boolean {
  return eachSchema<boolean>(contract, false, ({ properties, allOf = [] }, again) => {
    if (allOf.some(again)) return true;
    const { items = {} } = deref(contract, properties?.["errors"] ?? {});
    const members = deref(contract, items).properties ?? {};
    return "pointer" in members && "detail" in members;
  })(schema);
}
