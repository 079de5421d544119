/**
 * Finds what a misspelt name means: the closest of the names that contain it, are contained in it, or differ by at most two letters. Case and separators do not count.
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

/** The Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const letter of from) {
    let [diagonal = 0] = row;
    let left = diagonal + 1;
    row = row.map((above, column) => {
      if (column > 0) left = Math.min(left + 1, above + 1, diagonal + (letter === to[column - 1] ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return row[to.length] ?? 0;
}
