import { type Constraint, rejectArgument } from "@keywright/core/client";
import { operations } from "../generated/operations.ts";

/** Checks that a value is an id, and not a name. @throws ArgumentError that names `by`. */
export function checkId(by: string, name: "vaultUUID" | "itemUUID" | "fileUUID", value: unknown, at: string = name): void {
  // Bundlers would keep a table that is read while the module loads.
  const { pattern = "", advice }: Constraint = operations.getFile.pathParameters[name];
  if (typeof value !== "string" || !new RegExp(pattern, "u").test(value)) rejectArgument(by, at, `must match ${pattern}`, value, advice);
}
