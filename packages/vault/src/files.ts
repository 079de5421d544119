export { fileBytes, fileStream } from "./lib/files/file-content.ts";
export type { FileClient } from "./lib/files/file-content.ts";
export { findFile } from "./lib/files/find-file.ts";
