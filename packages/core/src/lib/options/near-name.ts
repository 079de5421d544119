/**
 * Returns what a misspelled name means: the closest of the names that contain it, are contained in
 * it, or differ by at most two letters; two swapped neighbors count as one. Case and separators do
 * not count.
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
    const [short, long] = given.length < wanted.length ? [given, wanted] : [wanted, given];
    // Two letters are contained in too much, and half of a short name makes another one.
    const steps = short.length > 2 && long.includes(short) ? long.length - short.length : distance(given, wanted, Math.min(2, short.length / 3));
    if (steps >= least) continue;
    found = meaning;
    least = steps;
  }
  return found;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}

/**
 * Optimal string alignment: the Levenshtein distance in which two swapped neighbors count once.
 * Infinity if it is more than `most`, which bounds the recursion.
 */
function distance(from: string, to: string, most: number): number {
  if (from === to) return 0;
  if (most < 1) return Infinity;
  const [restOfFrom, restOfTo] = [from.slice(1), to.slice(1)];
  if (from[0] === to[0]) return distance(restOfFrom, restOfTo, most);
  const isSwap = from[0] === to[1] && from[1] === to[0];
  return (
    1 +
    Math.min(
      distance(restOfFrom, to, most - 1),
      distance(from, restOfTo, most - 1),
      distance(restOfFrom, restOfTo, most - 1),
      isSwap ? distance(from.slice(2), to.slice(2), most - 1) : Infinity,
    )
  );
}
