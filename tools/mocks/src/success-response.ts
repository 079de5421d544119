import type { Operation } from "@keywright/core/client";
import { type Json, operationsOf } from "@keywright/tool-contract";

/** The success response of an operation, as the contract describes it; its own references are followed. */
export function successResponse(document: Json, { id, method, path, response }: Operation): Json {
  const found = operationsOf({ document }).find((operation) => operation.method === method && operation.path === path)?.responses[String(response.status)];
  if (found === undefined) throw new Error(`the contract has no response ${response.status} of ${id}: run pnpm generate`);
  return found;
}
