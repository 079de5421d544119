import { VAULT_DOCUMENT } from "../../generated/vault.ts";
import { type Contract, createContract } from "../core/contract.ts";

let contract: Contract | undefined;

/** The contract of the vault service, made once for all emulators of a process. */
export function vaultContract(): Contract {
  return (contract ??= createContract(VAULT_DOCUMENT));
}
