import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { checkFolder, type Files, generate, type GeneratedFiles, type GenerateOptions, type Screen, writeFolder } from "@keywright/generate";
import { ContractError } from "@keywright/generate/contract";
import { ROOT } from "@keywright/tool-test-kit/services";
import { errorsSection, operationsSection, withTables } from "./readme-sections.ts";

/** What to write: the client of a contract, and the generated sections of its README. */
export interface Target {
  readonly spec: string;
  readonly folder: string;
  /** How the contract is read. Default: as one of this repository. */
  readonly reading?: GenerateOptions;
  /** Writes a client of openapi-fetch, too. */
  readonly fetch?: boolean;
  /** Writes nothing and reports differences. */
  readonly check?: boolean;
  readonly readme?: string | undefined;
  /** The file with the error classes, for the table of errors in the README. */
  readonly errors?: string | undefined;
}

/** Returns how a contract that belongs to others is read: not by the rules of this repository. */
export function vendorOptions(service: string, spec: string, overlays: readonly string[], root = ROOT): GenerateOptions {
  return { house: false, service, overlays, origin: { file: relative(root, resolve(spec)), command: "pnpm generate" } };
}

/** Writes or checks the folder of a package. Returns 1 if the contract or the folder is wrong. */
export async function writeClient(target: Target, screen: Screen): Promise<number> {
  const { spec, reading, fetch, readme } = target;
  try {
    if (readme !== undefined && !existsSync(readme)) throw new ContractError(`${readme} is missing: create it with the marks of its generated sections`);
    return await writeGenerated(target, await generate(spec, { ...reading, fetch }), screen);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    screen.error(error.message);
    return 1;
  }
}

/** Writes or checks a package's generated files. Returns 1 if they are to be different. */
export async function writeGenerated(target: Target, generated: GeneratedFiles, screen: Screen = { log: () => {}, error: () => {} }): Promise<number> {
  const files: Files = { ...generated, ...(await readmeOf(target, generated["feeds.ts"] !== undefined)) };
  return (target.check === true ? checkFolder : writeFolder)(target.folder, files, screen);
}

/** The README with its generated sections, by its path relative to the folder. */
async function readmeOf({ spec, folder, readme, errors }: Target, withFeeds: boolean): Promise<Files> {
  if (readme === undefined) return {};
  const own = join(dirname(readme), "src/lib/errors.ts");
  const sections = { operations: await operationsSection(spec), ...(errors === undefined ? {} : { errors: await errorsSection(errors, own, withFeeds) }) };
  return { [relative(folder, readme)]: await withTables(await readFile(readme, "utf8"), sections) };
}
