/**
 * The element of a list that starts again after its last one.
 *
 * @throws RangeError if the list has no elements.
 */
export function cyclic<T>(list: readonly T[], index: number): T {
  const element = list[index % list.length];
  if (element === undefined) throw new RangeError("a list without elements cannot be repeated");
  return element;
}
