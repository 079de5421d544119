import { isKeywrightError, type KeywrightError } from "../errors.ts";

/** The words of a program for {@link describeError}. */
export interface ErrorWords {
  /** The names of options, by the name in the message: `baseUrl`, or `the token option`. */
  readonly names?: Names;
  /** Its advice, in place of the error's. Empty: none. */
  readonly advice?: string | undefined;
}

interface Names {
  readonly [option: string]: string;
}

interface Written {
  readonly problem: string;
  readonly advice?: string;
  readonly message: string;
}

/** Returns the message of any error without the function that the program called. */
export function describeError(error: unknown, { names = {}, advice }: ErrorWords = {}): string {
  if (!isKeywrightError(error)) return error instanceof Error ? error.message : String(error);
  return rename(error, names, advice).message;
}

/** Renames the options of an error, also in its stack, which quotes the message. */
export function renameOptions(error: unknown, names: Names): unknown {
  const option = isKeywrightError(error) && names[error.option ?? ""];
  if (!option) return error;
  const renamed = rename(error, names);
  return Object.assign(error, renamed, { option, stack: error.stack?.replace(error.message, () => renamed.message) });
}

/** Runs a function whose errors have other names for its options. */
export function withNames<Result>(names: Names, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw renameOptions(error, names);
  }
}

function rename({ option, problem, advice: own }: KeywrightError, names: Names, advice = own): Written {
  const name = [`the ${option} option`, `${option}`].find((key) => names[key]) ?? "";
  // An option is a whole word, and no part of a path.
  const word = new RegExp(`(?<![\\w/.-])${name}(?![\\w/-])`, "g");
  const write = (text: string): string => (name ? text.replace(word, names[name] ?? "") : text);
  const shown = advice && write(advice);
  const what = shown === advice ? write(problem) : problem;
  return shown ? { problem: what, advice: shown, message: `${what}: ${shown}` } : { problem: what, message: what };
}
