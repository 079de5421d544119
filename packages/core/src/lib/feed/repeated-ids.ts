/** Leaves out events that have come before, as far as it remembers their ids. */
export interface RepeatedIds<Event> {
  /** The events whose ids are new. They count as known only once {@link RepeatedIds.remember} is called with them. */
  withoutRepeated(events: readonly Event[]): readonly Event[];
  remember(events: readonly Event[]): void;
}

/**
 * Remembers the last ids of a stream.
 *
 * @param size How many ids; with 0 nothing is left out.
 * @param idOf An event without an id is never left out. A number that is no safe integer counts as none: rounded, the ids of different events would be equal.
 */
export function createRepeatedIds<Event>(size: number, idOf: ((event: Event) => unknown) | undefined): RepeatedIds<Event> {
  // A set keeps its values in the order of insertion: the first is the oldest.
  const known = new Set<unknown>();
  if (size === 0 || idOf === undefined) return { withoutRepeated: (events) => events, remember: () => {} };

  function knownBy(event: Event): unknown {
    const id = idOf?.(event) ?? undefined;
    return typeof id === "number" && !Number.isSafeInteger(id) ? undefined : id;
  }

  return {
    withoutRepeated(events) {
      const inPage = new Set<unknown>();
      return events.filter((event) => {
        const id = knownBy(event);
        if (id === undefined) return true;
        if (known.has(id) || inPage.has(id)) return false;
        inPage.add(id);
        return true;
      });
    },
    remember(events) {
      for (const event of events) {
        const id = knownBy(event);
        if (id !== undefined) known.add(id);
      }
      for (const id of known) {
        if (known.size <= size) return;
        known.delete(id);
      }
    },
  };
}
