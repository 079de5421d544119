import { MANAGEMENT_DOCUMENT } from "../../generated/management.ts";
import { type Contract, createContract } from "../core/contract.ts";

let contract: Contract | undefined;

/** The contract of the management service, made once for all emulators of a process. */
export function managementContract(): Contract {
  return (contract ??= createContract(MANAGEMENT_DOCUMENT));
}
