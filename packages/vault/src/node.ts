export { vaultEnvironment } from "./generated/environment.ts";
export type { EnvironmentOptions, ServiceEnvironment } from "./generated/environment.ts";
export { saveFile } from "./lib/node/save-file.ts";
