import { refuseArgument } from "@keywright/core/client";

/** @throws ArgumentError if an object has a property that is not known, because it would be ignored. */
export function checkNames(by: string, at: string, value: object, known: readonly string[]): void {
  for (const [name, property] of Object.entries(value))
    if (!known.includes(name) && property !== undefined)
      refuseArgument(by, [at, name.slice(0, 40)].filter(Boolean).join("."), `is not known here: use ${known.join(", ")}`, property);
}
