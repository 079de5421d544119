import { rejectArgument } from "@keywright/core/client";

/** Checks an object for unknown properties. @throws ArgumentError that lists the known ones. */
export function checkNames(by: string, at: string, value: object, known: readonly string[]): void {
  for (const [name, property] of Object.entries(value))
    if (!known.includes(name) && property !== undefined)
      rejectArgument(by, [at, name.slice(0, 40)].filter(Boolean).join("."), `is not known here: use ${known.join(", ")}`, property);
}
