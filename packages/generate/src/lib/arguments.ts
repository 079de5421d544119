import { parseArgs } from "node:util";
import { isServiceName } from "./contract/index.ts";

/** What `--help` prints. */
export const USAGE = [
  "Usage: keywright-generate <contract> --out <folder> [--name <service>] [--extension js|ts] [--check]",
  "Generates a TypeScript client on @keywright/core from an OpenAPI 3.1 or 3.2 contract.",
  "  <contract>   the contract's first file, in YAML or JSON; it may refer to other files",
  "  --out        the folder of the generated files, which has no others",
  "  --name       the name of the service in code: billing gives createBillingClient. Default: the first word of the contract's title",
  "  --extension  how the files import each other: js, which every compiler and bundler finds, or ts. Default: js",
  "  --check      writes nothing; fails if the folder is not what the contract gives",
  "  --help       prints this",
  "Exit codes: 0 done, 1 the contract or the folder has to change, 2 the command was not understood.",
].join("\n");

/** What was asked for. */
export interface Arguments {
  readonly contract: string;
  readonly out: string;
  readonly name: string | undefined;
  readonly extension: "js" | "ts";
  readonly check: boolean;
}

/**
 * Reads the words after the command's name.
 *
 * @returns What was asked for; a text that says what is not understood.
 */
export function readArguments(words: readonly string[]): Arguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        out: { type: "string" },
        name: { type: "string" },
        extension: { type: "string", default: "js" },
        check: { type: "boolean", default: false },
      },
    });
    const [contract, other] = positionals;
    const { out, name, extension, check } = values;
    if (contract === undefined) return "<contract> is missing: name the contract's first file.";
    if (other !== undefined) return `There is one contract; got ${contract} and ${other} too.`;
    if (out === undefined || out === "") return "--out is missing: name the folder for the generated files.";
    if (name !== undefined && !isServiceName(name))
      return `--name must be words of letters and digits with dashes between, and no word of JavaScript; got ${JSON.stringify(name)}.`;
    if (extension !== "js" && extension !== "ts") return `--extension must be js or ts; got ${JSON.stringify(extension)}.`;
    return { contract, out, name, extension, check };
  } catch (error) {
    return (error as Error).message;
  }
}
