export { saveFile } from "./lib/node/save-file.ts";
