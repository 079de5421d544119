/** A map of items by key, in insertion order. Items are replaced, never changed in place. */
export interface Collection<T> {
  get(key: string): T | undefined;
  /** Returns items in insertion order. A replaced item keeps its position. */
  list(where?: (item: T) => boolean): readonly T[];
  readonly size: number;
  /** @throws Error if the key exists. */
  insert(item: T): T;
  /** @throws Error if the key does not exist. */
  replace(item: T): T;
  delete(key: string): boolean;
  /** Replaces all items. */
  reset(items: readonly T[]): void;
}

/**
 * Creates a collection.
 *
 * @param keyOf Returns the key of an item. Default: its `id`.
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
      if (kept.has(key)) throw new Error(`${key} is already in the collection: use replace`);
      kept.set(key, item);
      return item;
    },
    replace(item) {
      const key = keyOf(item);
      if (!kept.has(key)) throw new Error(`${key} is not in the collection: use insert`);
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

/** Returns the items of collections, by the names of the collections. */
export function listsOf<Lists extends object>(collections: { readonly [Name in keyof Lists]: Collection<Lists[Name]> }): {
  readonly [Name in keyof Lists]: readonly Lists[Name][];
} {
  const lists = Object.entries<Collection<unknown>>(collections).map(([name, collection]) => [name, collection.list()]);
  return Object.fromEntries(lists);
}
