/**
 * Finds what a misspelt name means: the closest of the names that contain it, are contained in it, or differ by at most two letters; two swapped neighbors count as one. Case and separators do not count.
 *
 * @param known The known names, each with what it means.
 * @returns What the nearest name means; `undefined` if none is near.
 */
export function nearName(name: string, known: readonly (readonly [name: string, meaning: string])[]): string | undefined {
  const given = plain(name);
  let found: string | undefined;
  let least = Infinity;
  for (const [candidate, meaning] of known) {
    const wanted = plain(candidate);
    const steps = distance(given, wanted);
    const [short, long] = given.length < wanted.length ? [given, wanted] : [wanted, given];
    // Two letters are contained in too much, and half of a short name makes another one.
    const isNear = (short.length > 2 && long.includes(short)) || steps <= Math.min(2, short.length / 3);
    if (!isNear || steps >= least) continue;
    found = meaning;
    least = steps;
  }
  return found;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
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
