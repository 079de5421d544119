/** Removes events that were delivered before, as far as it remembers their ids. */
export interface RepeatedIds<Event> {
  /** Returns the events with new ids. They count as known after {@link RepeatedIds.remember}. */
  withoutRepeated(events: readonly Event[]): readonly Event[];
  remember(events: readonly Event[]): void;
}

/**
 * Remembers the most recent ids of a stream.
 *
 * @param size The number of ids; with 0 no event is removed.
 * @param idOf Returns the id of an event. An event without one is never removed. A number that is
 * not a safe integer counts as none, because rounded ids of different events may be equal.
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
