export { eventsEnvironment } from "./generated/environment.ts";
export type { EnvironmentOptions, ServiceEnvironment } from "./generated/environment.ts";
