export { nodeTransport } from "@keywright/core/node";
export { createManagementClient, isApiError } from "@keywright/management";
