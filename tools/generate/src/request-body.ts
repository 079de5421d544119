import { constraintsOf } from "./constraints.ts";
import { type Contract, ContractError, type ContractOperation, deref, type Json } from "./contract.ts";
import { int64Of, unwritable } from "./value-trees.ts";

/** The one media type of a request body, with its schema and examples. */
export function bodyOf(
  contract: Contract,
  { id, definition }: ContractOperation,
): { readonly mediaType: string; readonly required: boolean; readonly content: Json } | undefined {
  if (definition["requestBody"] === undefined) return undefined;
  const body = deref(contract, definition["requestBody"]);
  const [entry, ...others] = Object.entries(body["content"] as { [mediaType: string]: Json });
  if (entry === undefined || others.length > 0)
    throw new ContractError(`${id} must have one media type for its body; it has ${others.length === 0 ? "none" : others.length + 1}`);
  return { mediaType: entry[0], required: body["required"] === true, content: entry[1] };
}

/** The row of a request body. */
export function bodyRow(contract: Contract, operation: ContractOperation): Json | undefined {
  const body = bodyOf(contract, operation);
  if (body === undefined) return undefined;
  if (int64Of(contract, body.content["schema"]) !== undefined) throw unwritable(operation, "the body");
  const type = deref(contract, body.content["schema"])["type"] ?? "object";
  return { mediaType: body.mediaType, ...(body.required ? { required: true } : {}), type, ...constraintsOf(contract, body.content["schema"]) };
}
