/** Things by their key, in the order in which they came. What is in it is never changed in place, only replaced. */
export interface Collection<T> {
  get(key: string): T | undefined;
  /** In insertion order; a replaced thing keeps its place. Callers slice. */
  list(where?: (item: T) => boolean): readonly T[];
  readonly size: number;
  /** @throws Error where the key is taken: that is a handler's mistake. */
  insert(item: T): T;
  /** @throws Error where the key is not there. */
  replace(item: T): T;
  delete(key: string): boolean;
  /** Puts other things in the place of all of these. */
  reset(items: readonly T[]): void;
}

/**
 * Makes a collection.
 *
 * @param keyOf What a thing is found by. Default: its `id`.
 */
export function createCollection<T extends { readonly id: string }>(items: readonly T[]): Collection<T>;
export function createCollection<T>(items: readonly T[], keyOf: (item: T) => string): Collection<T>;
export function createCollection<T>(items: readonly T[], keyOf: (item: T) => string = (item) => (item as { readonly id: string }).id): Collection<T> {
  const kept = new Map<string, T>();
  const collection: Collection<T> = {
    get: (key) => kept.get(key),
    list: (where) => (where === undefined ? [...kept.values()] : [...kept.values()].filter(where)),
    get size() {
      return kept.size;
    },
    insert(item) {
      const key = keyOf(item);
      if (kept.has(key)) throw new Error(`${key} is in the collection already: insert what is new, replace what is there`);
      kept.set(key, item);
      return item;
    },
    replace(item) {
      const key = keyOf(item);
      if (!kept.has(key)) throw new Error(`${key} is not in the collection: only what is there can be replaced`);
      kept.set(key, item);
      return item;
    },
    delete: (key) => kept.delete(key),
    reset(others) {
      kept.clear();
      for (const item of others) collection.insert(item);
    },
  };
  collection.reset(items);
  return collection;
}
