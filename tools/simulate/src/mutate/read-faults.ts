import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A plausible mistake that is planted into a source file. */
export interface Fault {
  readonly id: string;
  /** Path relative to the root of the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The damage to a user, in a sentence. */
  readonly loss?: string;
  /** Names of the tests to run first, if they differ from the file's: `retry`, or `tail/run`. */
  readonly tests?: readonly string[];
}

/** Reads a list of `faults`, by file and then by id: `worlds`, or the name of a package. */
export function readFaults(name: string): readonly Fault[] {
  const text = readFileSync(join(import.meta.dirname, "../../faults", `${name}.yaml`), "utf8");
  const files = parse(text) as Readonly<Record<string, Readonly<Record<string, Omit<Fault, "id" | "file">>>>>;
  return Object.entries(files).flatMap(([file, faults]) => Object.entries(faults).map(([id, fault]) => ({ id, file, ...fault })));
}

/** Returns a source with a fault in it. @throws Error unless its place is there exactly once. */
export function plant(source: string, { id, file, from, to }: Fault): string {
  const times = source.split(from).length - 1;
  if (times !== 1) throw new Error(`${file} must have the place of ${id} exactly once, but has it ${times} times`);
  return source.replace(from, () => to);
}
