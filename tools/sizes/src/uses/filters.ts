export { createVaultClient, isApiError } from "@keywright/vault";
export { listItemsFilter } from "@keywright/vault/filters";
