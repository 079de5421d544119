/**
 * Returns the first elements of a list, and more of them if it is too short.
 *
 * @param more Returns the element at an index beyond the list.
 */
export function sized<T>(list: readonly T[], count: number, more: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_unused, index) => list[index] ?? more(index));
}
