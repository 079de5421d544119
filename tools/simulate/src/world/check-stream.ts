/** Watches what comes of a stream: nothing is left out, and what comes again is at most the page that was not committed. */
export interface StreamCheck {
  /** The stream is asked from a time on. */
  begins(place: () => number): void;
  /** From here events may come again, once. */
  mayRepeat(by: string): void;
  deliver(by: string, ids: readonly string[]): void;
  /** What has happened by now is to come by the end. */
  count(): void;
  /** All that was counted has come. */
  end(): void;
}

/** Makes the watch. */
export function createStreamCheck(name: string, sent: () => readonly string[], pageSize: number, violate: (problem: string) => void): StreamCheck {
  const granted = new Set<string>();
  const places = new Map<string, number>();
  let expected: number | undefined;
  let counted = 0;
  let begin: (() => number) | undefined;

  function placeOf(id: string): number | undefined {
    const known = places.get(id);
    if (known !== undefined) return known;
    for (const [place, own] of sent().entries()) places.set(own, place);
    return places.get(id);
  }

  return {
    begins(place) {
      begin ??= place;
    },
    mayRepeat: (by) => void granted.add(by),
    deliver(by, ids) {
      const [first] = ids;
      if (first === undefined) return;
      expected ??= begin?.() ?? 0;
      const begun = placeOf(first) ?? -1;
      const back = expected - begun;
      if (back > pageSize) violate(`${name}: ${back} events came again by ${by}, more than a page of ${pageSize}`);
      else if (back > 0 && !granted.has(by)) violate(`${name}: ${back} events came again by ${by}, which had not died or failed`);
      granted.delete(by);
      for (const id of ids) {
        const place = placeOf(id);
        if (place === undefined) return violate(`${name}: an event came that was not sent, ${id}`);
        if (place > expected) violate(`${name}: the events ${expected} to ${place - 1} are left out by ${by}`);
        expected = place + 1;
      }
    },
    count() {
      counted = sent().length;
    },
    end() {
      expected ??= begin?.() ?? 0;
      if (expected < counted) violate(`${name}: the events ${expected} to ${counted - 1} never came`);
    },
  };
}
