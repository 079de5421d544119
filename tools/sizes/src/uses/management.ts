export { createManagementClient, isApiError } from "@keywright/management";
