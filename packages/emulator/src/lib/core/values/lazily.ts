/**
 * Returns an object whose properties are computed once, when they are first read.
 *
 * @param makers Computes each property.
 */
export function lazily<T extends object>(makers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const made = {} as T;
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
