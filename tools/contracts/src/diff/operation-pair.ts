import { type Contract, type ContractOperation, deref, type Json } from "@keywright/tool-contract";

/** The two states of one operation. */
export interface OperationPair {
  readonly before: { readonly contract: Contract; readonly operation: ContractOperation };
  readonly after: { readonly contract: Contract; readonly operation: ContractOperation };
}

/** The members of a map of references and objects, references followed. */
export function resolved(contract: Contract, map: unknown): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.entries((map ?? {}) as Json).map(([name, value]) => [name, deref(contract, value)]));
}
