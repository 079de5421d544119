export { vaultEnvironment } from "./generated/environment.ts";
export type { EnvironmentOptions, ServiceEnvironment } from "./generated/environment.ts";
export { saveFile } from "./lib/node/save-file.ts";
export { offlineCopy } from "./lib/node/offline/offline-copy.ts";
export type { OfflineCopyOptions } from "./lib/node/offline/offline-copy.ts";
