import { MANAGEMENT_DOCUMENT } from "../../../generated/management.ts";
import { type Contract, createContract } from "../../core/contract/contract.ts";

let contract: Contract | undefined;

/** Returns the contract of the management service, which all emulators of a process share. */
export function managementContract(): Contract {
  return (contract ??= createContract(MANAGEMENT_DOCUMENT));
}
