import { type Constraint, refuseArgument } from "@keywright/core/client";
import { operations } from "../generated/operations.ts";

/** @throws ArgumentError in the name of a helper if a value is not an id as the contract defines it, such as the name of a vault. */
export function checkId(by: string, name: "vaultUUID" | "itemUUID" | "fileUUID", value: unknown, at: string = name): void {
  // Read here: bundlers keep a table that is read while a module loads.
  const { pattern = "", advice }: Constraint = operations.getFile.pathParameters[name];
  if (typeof value !== "string" || !new RegExp(pattern, "u").test(value)) refuseArgument(by, at, `must match ${pattern}`, value, false, advice);
}
