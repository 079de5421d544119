import { UsageError } from "@keywright/cli-kit";

/**
 * Loads packages that only some sinks need.
 *
 * @param what What needs them.
 * @param names Their names for `npm install`.
 * @throws UsageError if they are not installed.
 */
export async function loadOptional<Loaded>(what: string, names: string, load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (cause) {
    if (Object(cause).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new UsageError(`${what} needs ${names}, which is not installed: run npm install ${names} next to @keywright/tail`);
  }
}
