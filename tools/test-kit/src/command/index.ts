import { parseArgs, type ParseArgsConfig } from "node:util";

/** The options of a command in the form of `parseArgs`, without `--help`. */
export type CommandOptions = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads a command's arguments. `--help` prints the usage and exits with 0; an error with 2.
 *
 * @param usage The output of `--help`.
 * @param options The options of the command. Default: none.
 * @param maxWords Maximum number of arguments that are not options. Default: 0.
 */
export function readCommandLine<const Options extends CommandOptions = Record<never, never>>(usage: string, options?: Options, maxWords = 0) {
  // pnpm passes its own `--` to the command.
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
    return rejectCommandLine(usage, (error as Error).message);
  }
}

/** Exits with 2 after an invalid argument, with the problem and the usage. */
export function rejectCommandLine(usage: string, problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}

/** Prints each error that nothing catches, without its stack. The command then exits with 1. */
export function printErrors(): void {
  process.on("uncaughtException", ({ message }) => {
    console.error(message);
    // The command may go on, and must not end as if it had succeeded.
    process.on("exit", () => (process.exitCode = 1));
  });
}
