export { writeFileAtomic } from "./lib/node/atomic-file.ts";
export { fileCheckpoint } from "./lib/node/checkpoint-file.ts";
export { fileTokenStore } from "./lib/node/file-token-store.ts";
export { tokenFile } from "./lib/node/token-file.ts";
