/** Watches what comes of a stream: nothing is left out, and what comes again is at most the page that was not committed. */
export type StreamCheck = ReturnType<typeof createStreamCheck>;

export function createStreamCheck(name: string, sent: () => readonly string[], pageSize: number, violate: (problem: string) => void) {
  /** How many events each may hand over late. */
  const late = new Map<string, number>();
  /** Who handed over last as the owner: another one that stood still meanwhile is late, though it has died or failed before. */
  let lead: string | undefined;
  /** Where each has come to by itself. */
  const ends = new Map<string, number>();
  const granted = new Set<string>();
  const places = new Map<string, number>();
  let expected: number | undefined;
  let counted = 0;
  /** Whether one who is not the owner any more has handed over what the owner has not. */
  let isOvertaken = false;
  let begin: (() => number) | undefined;

  const reachedNow = (): number => (expected ??= begin?.() ?? 0);

  function placeOf(id: string): number | undefined {
    const known = places.get(id);
    if (known !== undefined) return known;
    for (const [place, own] of sent().entries()) places.set(own, place);
    return places.get(id);
  }

  return {
    /** The stream is asked from a time on. */
    begins(place: () => number): void {
      begin ??= place;
    },
    /** The place of an event; -1 if it was not sent. */
    placeOf: (id: string): number => placeOf(id) ?? -1,
    /** The place of the event that is to come next. */
    reached: reachedNow,
    /** It stands still, so that another may take over; then it hands over the rest of its page, and finds that it has lost the checkpoint. */
    mayBeLate: (by: string) => void late.set(by, pageSize),
    /** It has ended. */
    isGone(by: string): void {
      late.delete(by);
      ends.delete(by);
    },
    /** From here events may come again, once. */
    mayRepeat(by: string): void {
      granted.add(by);
      if (late.has(by)) late.set(by, pageSize);
    },
    deliver(by: string, ids: readonly string[]): void {
      const [first] = ids;
      if (first === undefined) return;
      const reached = reachedNow();
      expected = reached;
      const begun = placeOf(first) ?? -1;
      const back = reached - begun;
      const lateLeft = late.get(by) ?? 0;
      // One who goes on from where it was itself, while another was ahead of it for a page.
      const goesOn = isOvertaken && back <= pageSize && ends.get(by) === begun;
      const mayBeAgain = back <= pageSize && (granted.has(by) || goesOn);
      const isLate = back > 0 && lateLeft > 0 && (by !== lead || !mayBeAgain);
      if (isLate) {
        if (ids.length > lateLeft) violate(`${name}: ${by} goes on handing over after it had lost its checkpoint`);
        late.set(by, lateLeft - ids.length);
      } else {
        lead = by;
        if (back > pageSize) violate(`${name}: ${back} events came again by ${by}, more than a page of ${pageSize}`);
        else if (back > 0 && !granted.has(by) && !goesOn) violate(`${name}: ${back} events came again by ${by}, which had not died or failed`);
        granted.delete(by);
      }
      ends.set(by, begun + ids.length);
      for (const id of ids) {
        const place = placeOf(id);
        if (place === undefined) return violate(`${name}: an event came that was not sent, ${id}`);
        if (place > expected) violate(`${name}: the events ${expected} to ${place - 1} are left out by ${by}`);
        expected = place + 1;
      }
      // What the owner has reached meanwhile stays reached.
      if (isLate) {
        isOvertaken ||= expected > reached;
        expected = Math.max(expected, reached);
      } else if (expected >= reached) isOvertaken = false;
    },
    /** What has happened by now is to come by the end. */
    count(): void {
      counted = sent().length;
    },
    /** All that was counted has come. */
    end(): void {
      if (reachedNow() < counted) violate(`${name}: the events ${reachedNow()} to ${counted - 1} never came`);
    },
  };
}
