/**
 * The known name that an unknown one most likely means, to be read behind a problem: `; did you mean seed?`. By the same rule as in the clients' messages.
 *
 * Names are near if one contains the other, or if they differ by at most two letters and at most a third of the shorter one; two swapped neighbors count as one. Case and separators do not count.
 *
 * @returns An empty string if none is near.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = known
    .map((other) => ({ other, ...compare(plain(name), plain(other)) }))
    .filter(({ isNear }) => isNear)
    .sort((a, b) => a.steps - b.steps);
  return near[0] === undefined ? "" : `; did you mean ${near[0].other}?`;
}

/** The same, with all of the known names if none is near. */
export function whichOf(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || `; there are ${known.join(", ")}`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

function compare(given: string, wanted: string): { readonly isNear: boolean; readonly steps: number } {
  const steps = distance(given, wanted);
  const [short, long] = given.length < wanted.length ? [given, wanted] : [wanted, given];
  // Two letters are contained in too much, and half of a short name makes another one.
  return { isNear: (short.length > 2 && long.includes(short)) || steps <= Math.min(2, short.length / 3), steps };
}

/** The Levenshtein distance in which two swapped neighbors count once (optimal string alignment). */
function distance(from: string, to: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let at = 0; at < from.length; at += 1) {
    const next = [at + 1];
    for (let column = 0; column < to.length; column += 1) {
      const isSwap = from[at] === to[column - 1] && from[at - 1] === to[column];
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (from[at] === to[column] ? 0 : 1),
          isSwap ? (before[column - 1] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
