/** Checks delivered events: none is missing, and at most the uncommitted page is repeated. */
export type StreamCheck = ReturnType<typeof createStreamCheck>;

export function createStreamCheck(name: string, sent: () => readonly string[], pageSize: number, violate: (problem: string) => void) {
  /** Number of events that each program may deliver late. */
  const late = new Map<string, number>();
  /** The place that each program has reached by itself. */
  const ends = new Map<string, number>();
  const granted = new Set<string>();
  const places = new Map<string, number>();
  /** The last owner that delivered. One that was paused meanwhile is late, even if it died. */
  let lead: string | undefined;
  let begin: (() => number) | undefined;
  let expected: number | undefined;
  let counted = 0;

  const reached = (): number => (expected ??= begin?.() ?? 0);

  /** Returns the place of an event; -1 if it was not sent. */
  function placeOf(id: string): number {
    if (!places.has(id)) for (const [place, own] of sent().entries()) places.set(own, place);
    return places.get(id) ?? -1;
  }

  return {
    placeOf,
    /** Returns the place of the next event. */
    reached,
    /** Sets where the stream begins. */
    begins: (place: () => number) => void (begin ??= place),
    /** Lets a paused program deliver its page until it notices that it lost the checkpoint. */
    mayBeLate: (by: string) => void late.set(by, pageSize),
    /** Reports that a program has ended. */
    isGone: (by: string) => void (late.delete(by), ends.delete(by)),
    /** Allows a program to repeat events once. */
    mayRepeat(by: string): void {
      granted.add(by);
      if (late.has(by)) late.set(by, pageSize);
    },
    deliver(by: string, ids: readonly string[]): void {
      const [first] = ids;
      if (first === undefined) return;
      const ahead = reached();
      const begun = placeOf(first);
      const back = ahead - begun;
      const lateLeft = late.get(by) ?? 0;
      // The owner continues from its own place while a late program was up to a page ahead.
      const mayRepeat = back <= pageSize && (granted.has(by) || (by === lead && ends.get(by) === begun));
      if (back > 0 && lateLeft > 0 && (by !== lead || !mayRepeat)) {
        if (ids.length > lateLeft) violate(`${name}: ${by} continues to deliver after it lost its checkpoint`);
        late.set(by, lateLeft - ids.length);
      } else {
        const rule = back > pageSize ? `more than a page of ${pageSize}` : "though it has not died or failed";
        if (back > 0 && !mayRepeat) violate(`${name}: ${by} repeats ${back} events, ${rule}`);
        lead = by;
        granted.delete(by);
      }
      let next = Math.min(begun, ahead);
      for (const id of ids) {
        const place = placeOf(id);
        if (place < 0) return violate(`${name}: the event ${id} was delivered, but never sent`);
        if (place > next) violate(`${name}: ${by} leaves out the events ${next} to ${place - 1}`);
        next = place + 1;
      }
      ends.set(by, next);
      expected = Math.max(ahead, next);
    },
    /** Requires all events up to now to be delivered by the end. */
    count: () => void (counted = sent().length),
    /** Checks that all required events were delivered. */
    end(): void {
      if (reached() < counted) violate(`${name}: the events ${reached()} to ${counted - 1} were never delivered`);
    },
  };
}
