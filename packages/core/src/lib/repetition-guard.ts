/**
 * Detects a position that comes again: Brent's cycle detection, which needs the memory of one position, however long the circle is.
 *
 * @returns Takes a position and the next one; says whether the next one has been there before.
 */
export function createRepetitionGuard(): (position: unknown, next: unknown) => boolean {
  let kept: unknown;
  let steps = 0;
  let until = 1;
  return (position, next) => {
    if (next === position || (steps > 0 && next === kept)) return true;
    steps += 1;
    if (steps === until) {
      kept = next;
      until *= 2;
    }
    return false;
  };
}
