/**
 * Returns an element of a list that repeats without end.
 *
 * @throws RangeError if the list has no elements.
 */
export function cyclic<T>(list: readonly T[], index: number): T {
  const element = list[index % list.length];
  if (element === undefined) throw new RangeError("an empty list cannot repeat");
  return element;
}
