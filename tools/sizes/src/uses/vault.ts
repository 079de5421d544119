export { createVaultClient, isApiError } from "@keywright/vault";
