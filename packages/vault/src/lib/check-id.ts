import { type Constraint, refuseArgument } from "@keywright/core/client";
import { operations } from "../generated/operations.ts";

const RULES: { readonly [name: string]: Constraint } = operations.getFile.pathParameters;

/** @throws ArgumentError in the name of a helper if a value is not an id as the contract defines it, such as the name of a vault. */
export function checkId(by: string, name: keyof typeof operations.getFile.pathParameters, value: unknown, at: string = name): void {
  const { pattern = "", advice } = RULES[name] ?? {};
  if (typeof value !== "string" || !new RegExp(pattern, "u").test(value)) refuseArgument(by, at, `must match ${pattern}`, value, false, advice);
}
