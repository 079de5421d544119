// For the tools of this repository: what is published is the program alone.
export { ContractError } from "./lib/contract/index.ts";
export { bundledDocument } from "./lib/generator/document/bundled-document.ts";
export { generate, type GeneratedFiles } from "./lib/generator/generate.ts";
export { publicName } from "./lib/generator/schemas/schema-types.ts";
