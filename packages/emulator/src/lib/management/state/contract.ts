import { MANAGEMENT_DOCUMENT } from "../../../generated/management.ts";
import { MANAGEMENT_VALIDATORS } from "../../../generated/management-validators.ts";
import { type Contract, contractOf } from "../../core/contract/contract.ts";

/** Returns the contract of the management service. */
export const managementContract = (): Contract => contractOf(MANAGEMENT_DOCUMENT, MANAGEMENT_VALIDATORS);
