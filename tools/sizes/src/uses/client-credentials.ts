export { clientCredentials } from "@keywright/core/oauth";
export { createManagementClient, isApiError } from "@keywright/management";
