/** What came of a stream, over one or more lives of its reader. */
export interface Sequence {
  readonly lost: number;
  /** Events that came more than once, counted each time but the first. */
  readonly repeated: number;
  /** The most that one start brought again. */
  readonly mostRepeatedAtOnce: number;
  readonly wrong: readonly string[];
}

/**
 * Compares what came with what was sent: nothing missing, in order, and steps back only to the begin of the page that was not committed.
 *
 * @param sent The ids in the order of the stream.
 * @param came The ids as they came, all lives one after the other.
 * @param pageSize How far a step may lead back.
 */
export function checkSequence(sent: readonly string[], came: readonly string[], pageSize: number): Sequence {
  const places = new Map(sent.map((id, place) => [id, place]));
  const wrong: string[] = [];
  let mostRepeatedAtOnce = 0;
  let expected = 0;
  for (const id of came) {
    const place = places.get(id);
    if (place === undefined) wrong.push(`an event came that was not sent: ${id.slice(0, 40)}`);
    else if (place > expected) wrong.push(`after ${expected} events came the one at ${place}`);
    else if (place < expected) {
      const back = expected - place;
      mostRepeatedAtOnce = Math.max(mostRepeatedAtOnce, back);
      if (back > pageSize) wrong.push(`${back} events came again, more than a page of ${pageSize}`);
    }
    if (place !== undefined) expected = place + 1;
  }
  const different = new Set(came).size;
  return { lost: sent.length - different, repeated: came.length - different, mostRepeatedAtOnce, wrong };
}
