import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ContractError, generate } from "./index.ts";

const USAGE = "Usage: generate <contract.yaml> <folder> [--check]\n  --check  write nothing; fail when the folder is not what the contract gives";

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: "boolean", default: false } } });
  const [spec, folder] = positionals;
  if (spec === undefined || folder === undefined) {
    console.error(USAGE);
    return 2;
  }
  const files = await generate(spec);
  const stale = existsSync(folder) ? (await readdir(folder)).filter((name) => !(name in files)) : [];
  return values.check ? check(folder, files, stale) : write(folder, files, stale);
}

async function write(folder: string, files: Record<string, string>, stale: readonly string[]): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  for (const name of stale) await rm(join(folder, name));
  console.log(`${folder}: ${Object.keys(files).length} files written`);
  return 0;
}

async function check(folder: string, files: Record<string, string>, stale: readonly string[]): Promise<number> {
  const problems = stale.map((name) => `${join(folder, name)} is not generated any more`);
  for (const [name, content] of Object.entries(files)) {
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
