// For tools of this repository. `./contract` and `./pagination` load without the compiler.
export { openContract, readContract } from "./lib/read/open-contract.ts";
export { referredFiles } from "./lib/read/sources.ts";
export { bundledDocument } from "./lib/generator/document/bundled-document.ts";
export { requestDocument } from "./lib/generator/document/directions.ts";
export { generate, type GeneratedFiles, generateFrom, type GenerateOptions } from "./lib/generator/generate.ts";
export { constantName, docComment, key, pascalCase, toSource, WIDTH } from "./lib/generator/text/print.ts";
export { publicName } from "./lib/generator/schemas/schema-types.ts";
export { describeFindings } from "./lib/describe-findings.ts";
export { withCalls } from "./lib/calls/changed-calls.ts";
export { type Change, changeOf } from "./lib/diff/change.ts";
export { compareContracts } from "./lib/diff/compare-contracts.ts";
export { type Level, LEVELS } from "./lib/diff/rules.ts";
export { namesOf } from "./lib/diff/values.ts";
export { changeItem, changeLines } from "./lib/print-changes.ts";
export { checkFolder, type Files, type Screen, writeFolder } from "./lib/output-folder.ts";
