import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { checkFolder, type Files, generate, type Screen, writeFolder } from "@keywright/generate";
import { ContractError } from "@keywright/generate/contract";
import { withSections } from "@keywright/tool-test-kit/command/sections";
import { errorsSection, operationsSection } from "./readme-sections.ts";

/** What to write: the client of a contract, and the generated sections of its README. */
export interface Target {
  readonly spec: string;
  readonly folder: string;
  /** Writes a client of openapi-fetch, too. */
  readonly fetch?: boolean;
  /** Writes nothing and reports differences. */
  readonly check?: boolean;
  readonly readme?: string | undefined;
  /** The file with the error classes, for the table of errors in the README. */
  readonly errors?: string | undefined;
}

/** Writes or checks the folder of a package. Returns 1 if the contract or the folder is wrong. */
export async function writeClient(target: Target, screen: Screen): Promise<number> {
  const { spec, folder, fetch, check = false, readme } = target;
  try {
    if (readme !== undefined && !existsSync(readme)) throw new ContractError(`${readme} is missing: create it with the marks of its generated sections`);
    const generated = await generate(spec, { fetch });
    const files: Files = { ...generated, ...(await readmeOf(target, generated["feeds.ts"] !== undefined)) };
    return await (check ? checkFolder : writeFolder)(folder, files, screen);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    screen.error(error.message);
    return 1;
  }
}

/** The README with its generated sections, by its path relative to the folder. */
async function readmeOf({ spec, folder, readme, errors }: Target, withFeeds: boolean): Promise<Files> {
  if (readme === undefined) return {};
  const own = join(dirname(readme), "src/lib/errors.ts");
  const sections = { operations: await operationsSection(spec), ...(errors === undefined ? {} : { errors: await errorsSection(errors, own, withFeeds) }) };
  return { [relative(folder, readme)]: withSections(await readFile(readme, "utf8"), sections) };
}
