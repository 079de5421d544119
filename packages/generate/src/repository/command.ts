import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { checkFolder, type Files, type Screen, writeFolder } from "../lib/output-folder.ts";
import type * as Sections from "./readme-sections.ts";

export type { Screen } from "../lib/output-folder.ts";

const USAGE = [
  "Usage: generate <contract.yaml> <folder> [--check] [--readme README.md --errors errors.ts]",
  "  --check   writes nothing; fails if the folder differs from the contract",
  "  --readme  updates the generated sections of a README: the operations, and the errors of the package, from the classes in the file of --errors",
].join("\n");

interface Arguments {
  readonly spec: string;
  readonly folder: string;
  readonly check: boolean;
  readonly readme: string | undefined;
  readonly errors: string | undefined;
}

/**
 * Runs the command `generate`, which writes or checks the folder of one package.
 *
 * @param args The arguments after the command's name.
 * @returns The exit code: 0 for success and for `--help`, 1 for an invalid contract or a folder that differs, 2 for an invalid argument.
 */
export async function runCommand(args: readonly string[], screen: Screen): Promise<number> {
  if (args.includes("--help")) {
    screen.log(USAGE);
    return 0;
  }
  const parsed = parse(args);
  if (typeof parsed === "string") {
    screen.error(parsed);
    return 2;
  }
  // The reader of contracts and the compiler take seconds to load, which help and invalid arguments do not need.
  const [{ ContractError, generate }, sections] = await Promise.all([import("../lib/generator/generate.ts"), import("./readme-sections.ts")]);
  try {
    if (parsed.readme !== undefined && !existsSync(parsed.readme))
      throw new ContractError(`${parsed.readme} is missing: create it with the marks of its generated sections`);
    const generated = await generate(parsed.spec);
    const files: Files = { ...generated, ...(await readmeOf(parsed, generated["feeds.ts"] !== undefined, sections)) };
    return await (parsed.check ? checkFolder : writeFolder)(parsed.folder, files, screen);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    screen.error(error.message);
    return 1;
  }
}

/** The README with its generated sections, by its path relative to the folder. */
async function readmeOf(
  { spec, folder, readme, errors }: Arguments,
  withFeeds: boolean,
  { errorsSection, operationsSection, withSections }: typeof Sections,
): Promise<Files> {
  if (readme === undefined) return {};
  const sections = {
    operations: await operationsSection(spec),
    ...(errors === undefined ? {} : { errors: await errorsSection(errors, join(dirname(readme), "src/lib/errors.ts"), withFeeds) }),
  };
  return { [relative(folder, readme)]: withSections(await readFile(readme, "utf8"), sections) };
}

function parse(args: readonly string[]): Arguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { check: { type: "boolean", default: false }, readme: { type: "string" }, errors: { type: "string" } },
    });
    const [spec, folder, ...others] = positionals;
    return spec === undefined || folder === undefined || others.length > 0
      ? USAGE
      : { spec, folder, check: values.check, readme: values.readme, errors: values.errors };
  } catch (error) {
    return `${(error as Error).message}\n${USAGE}`;
  }
}
