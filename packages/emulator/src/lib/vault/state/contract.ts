import { VAULT_DOCUMENT } from "../../../generated/vault.ts";
import { type Contract, createContract } from "../../core/contract/contract.ts";

let contract: Contract | undefined;

/** Returns the contract of the vault server, which all emulators of a process share. */
export function vaultContract(): Contract {
  return (contract ??= createContract(VAULT_DOCUMENT));
}
