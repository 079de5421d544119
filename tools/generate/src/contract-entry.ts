// What other tools need to read a contract the way the generator does.
export { bundledDocument } from "./bundled-document.ts";
export { requestDocument } from "./directions.ts";
export { publicName } from "./schema-types.ts";
