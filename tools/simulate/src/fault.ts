/** A mistake as a careless colleague would make it, which is planted into a source for a while. */
export interface Fault {
  readonly id: string;
  /** From the repository's root. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** What a user would lose, in a sentence. */
  readonly loss?: string;
  /** The names of the nearest tests, if they have not the name of the file: they are run first. */
  readonly tests?: readonly string[];
  /** Why no test finds it. */
  readonly survives?: string;
}

/** Returns a source with a fault in it. @throws Error unless the place of the fault is in the source exactly once. */
export function plant(source: string, { id, file, from, to }: Fault): string {
  const times = source.split(from).length - 1;
  if (times !== 1) throw new Error(`the place of ${id} must be once in ${file}; it is there ${times} times`);
  return source.replace(from, () => to);
}
