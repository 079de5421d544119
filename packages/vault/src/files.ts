export { fileBytes, fileStream } from "./lib/file-content.ts";
export type { FileClient } from "./lib/file-content.ts";
export { findFile } from "./lib/find-file.ts";
