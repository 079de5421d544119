import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ContractError, generate } from "./index.ts";

const USAGE = "Usage: generate <contract.yaml> <folder> [--check]\n  --check  write nothing; fail when the folder is not what the contract gives";

/** Where the command writes its lines. */
export interface Screen {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/**
 * The command `generate`: writes, or checks, the folder of one package.
 *
 * @param args The words behind the command's name.
 * @returns The exit code: 0 where all is well, 1 where the contract is broken or the folder is not what it gives, 2 for a call that cannot be understood.
 */
export async function runCommand(args: readonly string[], screen: Screen): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === "string") {
    screen.error(parsed);
    return 2;
  }
  const { spec, folder } = parsed;
  try {
    const files = await generate(spec);
    const stale = existsSync(folder) ? (await readdir(folder)).filter((name) => !(name in files)) : [];
    return parsed.check ? await check(folder, files, stale, screen) : await write(folder, files, stale, screen);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    screen.error(error.message);
    return 1;
  }
}

function parse(args: readonly string[]): { readonly spec: string; readonly folder: string; readonly check: boolean } | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { check: { type: "boolean", default: false } } });
    const [spec, folder] = positionals;
    return spec === undefined || folder === undefined ? USAGE : { spec, folder, check: values.check };
  } catch (error) {
    return `${(error as Error).message}\n${USAGE}`;
  }
}

async function write(folder: string, files: Record<string, string>, stale: readonly string[], { log }: Screen): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  for (const name of stale) await rm(join(folder, name));
  log(`${folder}: ${Object.keys(files).length} files written`);
  return 0;
}

async function check(folder: string, files: Record<string, string>, stale: readonly string[], { log, error }: Screen): Promise<number> {
  const problems = stale.map((name) => `${join(folder, name)} is not generated any more`);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    if (!existsSync(path)) problems.push(`${path} is missing`);
    else if ((await readFile(path, "utf8")) !== content) problems.push(`${path} is not what the contract gives`);
  }
  for (const problem of problems) error(`${problem}: run \`pnpm generate\` and commit the result`);
  if (problems.length === 0) log(`${folder}: up to date`);
  return problems.length === 0 ? 0 : 1;
}
