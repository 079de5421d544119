export { tokenFile } from "@keywright/core/node";
export { createManagementClient, isApiError } from "@keywright/management";
