/** Checks the events that are delivered of a stream: none is missing, and at most the page that was not committed is repeated. */
export type StreamCheck = ReturnType<typeof createStreamCheck>;

export function createStreamCheck(name: string, sent: () => readonly string[], pageSize: number, violate: (problem: string) => void) {
  /** Number of events that each program may deliver late. */
  const late = new Map<string, number>();
  /** The program that last delivered as the owner. Another one that was paused meanwhile is late, even if it has died or failed before. */
  let lead: string | undefined;
  /** The place that each program has reached by itself. */
  const ends = new Map<string, number>();
  const granted = new Set<string>();
  const places = new Map<string, number>();
  let expected: number | undefined;
  let counted = 0;
  /** Whether a former owner has delivered events that the owner has not. */
  let isOvertaken = false;
  let begin: (() => number) | undefined;

  const reachedNow = (): number => (expected ??= begin?.() ?? 0);

  /** Returns the place of an event; -1 if it was not sent. */
  function placeOf(id: string): number {
    if (!places.has(id)) for (const [place, own] of sent().entries()) places.set(own, place);
    return places.get(id) ?? -1;
  }

  return {
    /** Sets where the stream begins. */
    begins(place: () => number): void {
      begin ??= place;
    },
    placeOf,
    /** Returns the place of the next event. */
    reached: reachedNow,
    /** Allows a paused program, which another may replace, to deliver the rest of its page before it notices that it has lost the checkpoint. */
    mayBeLate: (by: string) => void late.set(by, pageSize),
    /** Reports that a program has ended. */
    isGone(by: string): void {
      late.delete(by);
      ends.delete(by);
    },
    /** Allows a program to repeat events once. */
    mayRepeat(by: string): void {
      granted.add(by);
      if (late.has(by)) late.set(by, pageSize);
    },
    deliver(by: string, ids: readonly string[]): void {
      const [first] = ids;
      if (first === undefined) return;
      const reached = reachedNow();
      expected = reached;
      const begun = placeOf(first);
      const back = reached - begun;
      const lateLeft = late.get(by) ?? 0;
      // The program continues from its own place while another was up to a page ahead.
      const goesOn = isOvertaken && back <= pageSize && ends.get(by) === begun;
      const mayBeAgain = back <= pageSize && (granted.has(by) || goesOn);
      const isLate = back > 0 && lateLeft > 0 && (by !== lead || !mayBeAgain);
      if (isLate) {
        if (ids.length > lateLeft) violate(`${name}: ${by} continues to deliver after it lost its checkpoint`);
        late.set(by, lateLeft - ids.length);
      } else {
        lead = by;
        if (back > pageSize) violate(`${name}: ${by} repeats ${back} events, more than a page of ${pageSize}`);
        else if (back > 0 && !granted.has(by) && !goesOn) violate(`${name}: ${by} repeats ${back} events, though it has not died or failed`);
        granted.delete(by);
      }
      ends.set(by, begun + ids.length);
      for (const id of ids) {
        const place = placeOf(id);
        if (place < 0) return violate(`${name}: the event ${id} was delivered, but never sent`);
        if (place > expected) violate(`${name}: ${by} leaves out the events ${expected} to ${place - 1}`);
        expected = place + 1;
      }
      // A late program does not move the owner's place back.
      if (isLate) {
        isOvertaken ||= expected > reached;
        expected = Math.max(expected, reached);
      } else if (expected >= reached) isOvertaken = false;
    },
    /** Requires all events up to now to be delivered by the end. */
    count(): void {
      counted = sent().length;
    },
    /** Checks that all required events were delivered. */
    end(): void {
      if (reachedNow() < counted) violate(`${name}: the events ${reachedNow()} to ${counted - 1} were never delivered`);
    },
  };
}
