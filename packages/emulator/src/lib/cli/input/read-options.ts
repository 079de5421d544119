import { type Options, parseArguments, UsageError } from "@keywright/cli-kit";
import { whichOf } from "../../core/values/nearest-name.ts";
import { SERVICE_NAMES } from "./start-services.ts";

type Values<T extends Options> = ReturnType<typeof parseArguments<T>>["values"];

/**
 * Reads options. A command has no other arguments.
 *
 * @throws UsageError if they are invalid.
 */
export function readOptions<const T extends Options>(args: readonly string[], options: T): Values<T> {
  return parseArguments(args, { program: "keywright-emulator", options }).values;
}

/** Reads a port. @throws UsageError if it is not a whole number of 0 to `highest`. */
export function readPort(option: string, text: string, highest = 65_535): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= highest)) throw new UsageError(`${option} must be a whole number of 0 to ${highest}; got ${text}`);
  return port;
}

/** Reads `--service`; all services if there is none. @throws UsageError if a name is unknown. */
export function readServices(names: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !SERVICE_NAMES.includes(name));
  if (unknown !== undefined) throw new UsageError(`--service ${unknown} is not known${whichOf(unknown, SERVICE_NAMES)}`);
  return names.length === 0 ? SERVICE_NAMES : SERVICE_NAMES.filter((name) => names.includes(name));
}
