import { isKeywrightError, type KeywrightError } from "../errors.ts";

/** The words of a program for {@link describeError}. */
export interface ErrorWords {
  /** Its names for options, by the name that the message has: `baseUrl`, or a phrase such as `the token option`. */
  readonly names?: Names;
  /** Its advice, in place of the error's. Empty: none. */
  readonly advice?: string | undefined;
}

interface Names {
  readonly [option: string]: string;
}

/** Returns the message of any error in the words of a program, without the function that the program called. */
export function describeError(error: unknown, { names = {}, advice }: ErrorWords = {}): string {
  if (!isKeywrightError(error)) return error instanceof Error ? error.message : String(error);
  const [problem, shown] = rename(error, names, advice);
  return shown ? `${problem}: ${shown}` : problem;
}

/**
 * Returns the error with other names for its options: a new one, because a stack quotes the message. Any other value stays as it is.
 */
export function renameOptions(error: unknown, names: Names): unknown {
  if (!isKeywrightError(error) || !names[error.option ?? ""]) return error;
  const own = Object.getOwnPropertyNames(error).filter((key) => !/^(name|stack|message|problem)$/.test(key));
  const details = Object.fromEntries(own.map((key) => [key, error[key as keyof KeywrightError]]));
  const [problem, advice] = rename(error, names);
  const Class = error.constructor as new (...parts: readonly unknown[]) => KeywrightError;
  return new Class(error.code, problem, { ...details, option: names[error.option ?? ""], advice });
}

/** Runs a function whose errors have other names for its options. */
export function withNames<Result>(names: Names, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw renameOptions(error, names);
  }
}

function rename({ option, problem, advice: own }: KeywrightError, names: Names, advice = own): readonly [problem: string, advice: string | undefined] {
  const name = [`the ${option} option`, `${option}`].find((key) => names[key]) ?? "";
  // An option is a whole word, and no part of a path.
  const word = new RegExp(`(?<![\\w/.-])${name}(?![\\w/-])`, "g");
  const write = (text: string): string => (name ? text.replace(word, names[name] ?? "") : text);
  const renamed = advice && write(advice);
  return [renamed === advice ? write(problem) : problem, renamed];
}
