export { managementEnvironment } from "./generated/environment.ts";
export type { GrantEnvironmentOptions, ServiceEnvironment } from "./generated/environment.ts";
