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

/**
 * Returns the first elements of a list, and more of them if it is too short.
 *
 * @param more Returns the element at an index beyond the list.
 */
export function sized<T>(list: readonly T[], count: number, more: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_unused, index) => list[index] ?? more(index));
}

/**
 * Checks that no key is repeated.
 *
 * @param what The elements in the message, such as `vaults`.
 * @param keyOf Returns the key of an element.
 * @param key The kind of key. The message has the key itself unless it is a secret.
 * @throws TypeError if two are the same.
 */
export function requireUnique<T>(what: string, list: readonly T[], keyOf: (element: T) => string, key: "id" | "email address" | "secret value" = "id"): void {
  const keys = list.map(keyOf);
  if (new Set(keys).size === keys.length) return;
  const twice = keys.find((each, index) => keys.indexOf(each) !== index);
  throw new TypeError(key === "secret value" ? `two ${what} have the same value` : `two ${what} have the ${key} ${twice}`);
}
