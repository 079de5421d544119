import { VAULT_DOCUMENT } from "../../../generated/vault.ts";
import { VAULT_VALIDATORS } from "../../../generated/vault-validators.ts";
import { type Contract, contractOf } from "../../core/contract/contract.ts";

/** Returns the contract of the vault server. */
export const vaultContract = (): Contract => contractOf(VAULT_DOCUMENT, VAULT_VALIDATORS);
