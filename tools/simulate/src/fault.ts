/** A plausible mistake that is planted into a source file. */
export interface Fault {
  readonly id: string;
  /** Path relative to the root of the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The damage to a user, in a sentence. */
  readonly loss?: string;
  /** Names of the tests to run first, if they differ from the file's name. */
  readonly tests?: readonly string[];
  /** Why no test finds it. */
  readonly survives?: string;
}

/** Returns a source with a fault in it. @throws Error unless the place of the fault is in the source exactly once. */
export function plant(source: string, { id, file, from, to }: Fault): string {
  const times = source.split(from).length - 1;
  if (times !== 1) throw new Error(`${file} must have the place of ${id} exactly once, but has it ${times} times`);
  return source.replace(from, () => to);
}
