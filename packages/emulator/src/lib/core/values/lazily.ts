/**
 * Returns an object with properties that are computed once, when they are first read.
 *
 * @param makers Computes each of these properties.
 * @param others The properties that are known.
 */
export function lazily<T extends object, Others extends object = object>(makers: { readonly [Name in keyof T]: () => T[Name] }, others?: Others): T & Others {
  const made = { ...others } as T & Others;
  for (const name in makers) {
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = makers[name]();
        Object.defineProperty(made, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return made;
}
