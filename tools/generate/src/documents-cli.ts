import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ContractError, readContract } from "./contract.ts";
import { documentFile } from "./document-file.ts";

const USAGE =
  "Usage: generate-documents <contract.yaml>… <folder> [--check]\n  Writes each contract as one document in a TypeScript module.\n  --check  write nothing; fail when the folder is not what the contracts give";

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: "boolean", default: false } } });
  const folder = positionals.at(-1);
  const contracts = positionals.slice(0, -1);
  if (folder === undefined || contracts.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const files = await documentFiles(contracts);
  const stale = existsSync(folder) ? (await readdir(folder)).filter((name) => !files.has(name)) : [];
  return values.check ? check(folder, files, stale) : write(folder, files, stale);
}

async function documentFiles(paths: readonly string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const sources: string[] = [];
  for (const path of paths) {
    const contract = await readContract(path);
    const source = `specs/${contract.service}/openapi.yaml`;
    sources.push(`\`${source}\``);
    files.set(`${contract.service}.ts`, `// Generated from ${source} by \`pnpm generate\`. Do not edit: change the contract.\n\n${documentFile(contract)}`);
  }
  files.set(
    "README.md",
    `# Generated; do not edit\n\nEverything in this folder comes from ${sources.join(", ")} by \`pnpm generate\`. Change the contract and generate again.\n`,
  );
  return files;
}

async function write(folder: string, files: ReadonlyMap<string, string>, stale: readonly string[]): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  for (const name of stale) await rm(join(folder, name));
  console.log(`${folder}: ${files.size} files written`);
  return 0;
}

async function check(folder: string, files: ReadonlyMap<string, string>, stale: readonly string[]): Promise<number> {
  const problems = stale.map((name) => `${join(folder, name)} is not generated any more`);
  for (const [name, content] of files) {
    const path = join(folder, name);
    if (!existsSync(path)) problems.push(`${path} is missing`);
    else if ((await readFile(path, "utf8")) !== content) problems.push(`${path} is not what the contract gives`);
  }
  for (const problem of problems) console.error(`${problem}: run \`pnpm generate\` and commit the result`);
  if (problems.length === 0) console.log(`${folder}: up to date`);
  return problems.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
