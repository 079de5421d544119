/** Cursors have up to 16 KiB, so these need at most 2 MiB. */
const RECENT = 128;

/**
 * Detects a position that comes again: at once if it is one of the last 128; otherwise by Brent's
 * cycle detection, which needs the memory of one position and up to three rounds, however long the
 * circle is.
 *
 * @returns Takes a position and the next one; says whether the next one has been there before.
 */
export function createCycleDetector(): (position: unknown, next: unknown) => boolean {
  const recent = new Set<unknown>();
  let kept: unknown;
  let steps = 0;
  let until = 1;
  return (position, next) => {
    recent.add(position);
    if (recent.has(next) || (steps > 0 && next === kept)) return true;
    // A set keeps its values in the order of insertion: the first is the oldest.
    if (recent.size === RECENT) recent.delete(recent.values().next().value);
    steps += 1;
    if (steps === until) {
      kept = next;
      until *= 2;
    }
    return false;
  };
}
