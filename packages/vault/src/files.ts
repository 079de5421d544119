export { fileBytes, fileStream } from "./lib/file-content.ts";
export type { FileClient } from "./lib/file-content.ts";
