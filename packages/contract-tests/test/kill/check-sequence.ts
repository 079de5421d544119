/** The events that a stream delivered over one or more lives of its reader. */
export interface Sequence {
  readonly lost: number;
  /** Number of repeated events. */
  readonly repeated: number;
  /** Maximum number of events that one start repeated. */
  readonly mostRepeatedAtOnce: number;
  readonly wrong: readonly string[];
}

/**
 * Compares the delivered events with the sent ones: none is missing, they are in order, and only the page that was not committed is repeated.
 *
 * @param sent The ids in the order of the stream.
 * @param came The delivered ids of all lives, in their order.
 * @param pageSize Maximum number of repeated events per life.
 */
export function checkSequence(sent: readonly string[], came: readonly string[], pageSize: number): Sequence {
  const places = new Map(sent.map((id, place) => [id, place]));
  const wrong: string[] = [];
  let mostRepeatedAtOnce = 0;
  let expected = 0;
  for (const id of came) {
    const place = places.get(id);
    if (place === undefined) wrong.push(`an event was delivered that was never sent: ${id.slice(0, 40)}`);
    else if (place > expected) wrong.push(`after ${expected} events, the one at ${place} was delivered`);
    else if (place < expected) {
      const back = expected - place;
      mostRepeatedAtOnce = Math.max(mostRepeatedAtOnce, back);
      if (back > pageSize) wrong.push(`${back} events were repeated, more than a page of ${pageSize}`);
    }
    if (place !== undefined) expected = place + 1;
  }
  const different = new Set(came).size;
  return { lost: sent.length - different, repeated: came.length - different, mostRepeatedAtOnce, wrong };
}
