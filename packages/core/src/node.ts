export { makeFolder, writeFileAtomic } from "./lib/node/atomic-file.ts";
export { fileCheckpoint } from "./lib/node/checkpoint-file.ts";
export { fileTokenStore } from "./lib/node/file-token-store.ts";
export { nodeTransport } from "./lib/node/node-transport.ts";
export type { NodeTransport } from "./lib/node/node-transport.ts";
export type { NodeTransportOptions } from "./lib/node/node-transport-options.ts";
export { ownFile } from "./lib/node/own-file.ts";
export type { OwnedFile } from "./lib/node/own-file.ts";
export { tokenFile } from "./lib/node/token-file.ts";
