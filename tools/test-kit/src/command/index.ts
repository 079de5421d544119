import { parseArgs, type ParseArgsConfig } from "node:util";

/** The options of a command, in the form of `parseArgs`; `--help` is not among them. */
export type CommandOptions = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads the words behind a command's name, whatever they are. Asked for help, the command says how it is used and ends with 0; on what it does not know it says so on stderr, and ends with 2.
 *
 * @param usage What `--help` prints.
 * @param options Those that it takes. Default: none.
 * @param maxWords How many words it takes that are no options. Default: none.
 */
export function readCommandLine<const Options extends CommandOptions = Record<never, never>>(usage: string, options?: Options, maxWords = 0) {
  // pnpm passes on a `--` that was meant for it.
  const args = process.argv.slice(2).filter((word) => word !== "--");
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const read = parseArgs({ args, options: options ?? ({} as Options), allowPositionals: true });
    if (read.positionals.length > maxWords) throw new Error(`${read.positionals[maxWords]} is not understood.`);
    return read;
  } catch (error) {
    return refuseCommandLine(usage, (error as Error).message);
  }
}

/** Ends a command that was called in a way that it does not know, with 2 and how it is used. */
export function refuseCommandLine(usage: string, problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}
