export { createEventsClient } from "@keywright/events";
export { createManagementClient } from "@keywright/management";
export { createVaultClient, isApiError } from "@keywright/vault";
