/** An object that is being built. */
export type Tree = { [name: string]: unknown };

/** A path, ready to be set. */
export interface Path {
  /** The objects before the last property, each with whether it is the first element of a list. */
  readonly holders: readonly (readonly [name: string, isList: boolean])[];
  readonly last: string;
  readonly isList: boolean;
  /** Properties that count as the last one. */
  readonly others: readonly string[];
}

/**
 * Reads a path: `a.b` is property `b` of `a`. `list[]` at the end adds to a list; before the end,
 * it is the first element. `a|b` at the end is `a`, unless `b` is set.
 */
export function readPath(path: string): Path {
  const holders = path.split(".").map((key): readonly [string, boolean] => (key.endsWith("[]") ? [key.slice(0, -2), true] : [key, false]));
  const [names = "", isList = false] = holders.pop() ?? [];
  const [last = "", ...others] = names.split("|");
  return { holders, last, isList, others };
}

/** Sets the value at a path, unless it is already set: the first rule for a path wins. */
export function put(target: Tree, { holders, last, isList, others }: Path, value: unknown): void {
  let at = target;
  for (const [name, isFirst] of holders) {
    const held = (at[name] ??= isFirst ? [{}] : {});
    at = (isFirst ? (held as Tree[])[0] : held) as Tree;
  }
  if (isList) {
    const list = (at[last] ??= []) as unknown[];
    if (!list.includes(value)) list.push(value);
  } else if (others.every((name) => at[name] === undefined)) {
    at[last] ??= value;
  }
}
