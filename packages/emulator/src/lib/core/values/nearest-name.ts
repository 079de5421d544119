/**
 * Returns a suggestion for an unknown name, as the clients do: `; did you mean seed?`.
 *
 * Names are near if one contains the other, or if they differ by at most two edits (a swap is one)
 * and at most a third of the shorter one. Case and separators are ignored.
 *
 * @returns An empty string if no name is near.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = known
    .map((other) => ({ other, ...compare(plain(name), plain(other)) }))
    .filter(({ isNear }) => isNear)
    .sort((a, b) => a.steps - b.steps);
  return near[0] === undefined ? "" : `; did you mean ${near[0].other}?`;
}

/** Returns a suggestion for an unknown name, or all known names if none is near. */
export function whichOf(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || `; there are ${known.join(", ")}`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

function compare(given: string, wanted: string): { readonly isNear: boolean; readonly steps: number } {
  const steps = distance(given, wanted);
  const [short, long] = given.length < wanted.length ? [given, wanted] : [wanted, given];
  // Two letters are part of too many names, and half of a short name is another name.
  return { isNear: (short.length > 2 && long.includes(short)) || steps <= Math.min(2, short.length / 3), steps };
}

/** Returns the optimal string alignment distance: Levenshtein with swaps of neighbors. */
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
