import { readCommandLine, refuseCommandLine } from "@keywright/tool-command";
import { ContractError, readContract } from "../lib/contract/index.ts";
import { documentFile } from "./document-file.ts";
import { checkFolder, type Files, writeFolder } from "../lib/output-folder.ts";

const USAGE =
  "Usage: generate-documents <contract.yaml>… <folder> [--check]\n  Writes each contract as one document in a TypeScript module.\n  --check  write nothing; fail when the folder is not what the contracts give";

async function main(): Promise<number> {
  const { values, positionals } = readCommandLine(USAGE, { check: { type: "boolean", default: false } }, Infinity);
  const folder = positionals.at(-1);
  const contracts = positionals.slice(0, -1);
  if (folder === undefined || contracts.length === 0) refuseCommandLine(USAGE, "Contracts and a folder are needed.");
  return (values.check ? checkFolder : writeFolder)(folder, await documentFiles(contracts), console);
}

async function documentFiles(paths: readonly string[]): Promise<Files> {
  const files: Record<string, string> = {};
  const sources: string[] = [];
  for (const path of paths) {
    const contract = await readContract(path);
    const source = `specs/${contract.service}/openapi.yaml`;
    sources.push(`\`${source}\``);
    files[`${contract.service}.ts`] = `// Generated from ${source} by \`pnpm generate\`. Do not edit: change the contract.\n\n${documentFile(contract)}`;
  }
  files["README.md"] =
    `# Generated; do not edit\n\nEverything in this folder comes from ${sources.join(", ")} by \`pnpm generate\`. Change the contract and generate again.\n`;
  return files;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
