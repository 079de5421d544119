import { type Contract, ContractError, type ContractOperation, type Json } from "./contract.ts";

/** The credential of a row. */
export interface SecurityRow {
  readonly scheme: "none" | "basic" | "bearer";
  readonly scopes: readonly string[];
}

/** The credential of an operation. */
export function securityOf(contract: Contract, { id, definition }: ContractOperation): SecurityRow {
  const requirements = (definition["security"] ?? contract.document["security"] ?? []) as readonly Json[];
  if (requirements.length === 0) return { scheme: "none", scopes: [] };
  const [[name, scopes] = [], ...others] = requirements.flatMap((requirement) => Object.entries(requirement) as [string, readonly string[]][]);
  if (name === undefined || scopes === undefined || others.length > 0) throw new ContractError(`${id} must be secured by one scheme, or by "security: []"`);
  const schemes = ((contract.document["components"] as Json)["securitySchemes"] ?? {}) as { [name: string]: Json };
  const scheme = schemes[name];
  if (scheme === undefined) throw new ContractError(`${id} is secured by ${name}, which components.securitySchemes does not define`);
  return { scheme: scheme["type"] === "http" && scheme["scheme"] === "basic" ? "basic" : "bearer", scopes };
}
