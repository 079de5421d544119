export { makeFolder, writeFileAtomic } from "./lib/node/atomic-file.ts";
export { fileCheckpoint } from "./lib/node/checkpoint-file.ts";
export { lockFile } from "./lib/node/file-lock.ts";
export type { LockedFile } from "./lib/node/file-lock.ts";
export { nodeTransport } from "./lib/node/node-transport.ts";
export type { NodeTransport, NodeTransportOptions } from "./lib/node/node-transport.ts";
export { fileTokenStore, tokenFile } from "./lib/node/token-files.ts";
