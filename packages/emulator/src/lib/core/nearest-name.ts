/**
 * The known name that an unknown one most likely means, to be read behind a problem: `; did you mean seed?`.
 *
 * Names are near if one begins with the other, or if at most a third of their letters differ; case, `_` and `-` do not count.
 *
 * @returns An empty string if none is near.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const given = plain(name);
  const near = known
    .map((other) => ({ other, differing: differing(given, plain(other)) }))
    .filter(({ other, differing: count }) => count <= Math.max(given.length, plain(other).length) / 3)
    .sort((a, b) => a.differing - b.differing);
  return near[0] === undefined ? "" : `; did you mean ${near[0].other}?`;
}

/** The same, with all of the known names if none is near. */
export function whichOf(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || `; there are ${known.join(", ")}`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

/** How many letters differ: the Levenshtein distance in which swapped neighbors count once, or 1 if one name begins with the other. */
function differing(a: string, b: string): number {
  if (a.length > 2 && b.length > 2 && a !== b && (a.startsWith(b) || b.startsWith(a))) return 1;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_unused, index) => index);
  for (let at = 0; at < a.length; at += 1) {
    const next = [at + 1];
    for (let index = 0; index < b.length; index += 1) {
      const swapped = a[at] === b[index - 1] && a[at - 1] === b[index] ? (before[index - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, (row[index] ?? 0) + (a[at] === b[index] ? 0 : 1), swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
