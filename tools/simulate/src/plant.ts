/** A fault that is planted into a source for a while. */
export interface Mutant {
  readonly id: string;
  /** Behind `packages`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Returns a source with a fault in it. @throws Error unless the place of the fault is in the source exactly once. */
export function plant(source: string, { id, file, from, to }: Mutant): string {
  const times = source.split(from).length - 1;
  if (times !== 1) throw new Error(`the place of ${id} must be once in ${file}; it is there ${times} times`);
  return source.replace(from, () => to);
}
