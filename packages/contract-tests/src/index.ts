export { testEventsService } from "./events-service.ts";
export type { EventsData, EventsTarget } from "./events-service.ts";
export { testManagementService } from "./management-service.ts";
export type { ManagementData, ManagementTarget } from "./management-service.ts";
export type { ServiceTarget } from "./target.ts";
export { testVaultService } from "./vault-service.ts";
export type { VaultData, VaultTarget } from "./vault-service.ts";
