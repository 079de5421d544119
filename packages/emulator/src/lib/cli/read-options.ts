import { parseArgs } from "node:util";
import { UsageError } from "./terminal.ts";

/** The options of a command, as `parseArgs` of Node describes them. */
export type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** The values of these options. */
type Values<T extends Options> = ReturnType<typeof parseArgs<{ readonly options: T; readonly strict: true; readonly allowPositionals: false }>>["values"];

/**
 * Reads options. A command has no other arguments.
 *
 * @throws UsageError if they are invalid.
 */
export function readOptions<const T extends Options>(args: readonly string[], options: T): Values<T> {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads a port. @throws UsageError if it is not a whole number of 0 to `highest`. */
export function readPort(option: string, text: string, highest = 65_535): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= highest)) throw new UsageError(`${option} must be a whole number of 0 to ${highest}; got ${text}`);
  return port;
}
