import { dirname } from "node:path";

/** Arrows by where they begin. */
export type Arrows = ReadonlyMap<string, Iterable<string>>;

/** Returns the arrows that a circle contains, as `from -> to`. */
export function findCircular(arrows: Arrows): string[] {
  const reached = new Map([...arrows.keys()].map((from) => [from, reachedFrom(from, arrows)]));
  return [...arrows].flatMap(([from, to]) => [...new Set(to)].filter((end) => reached.get(end)?.has(from) === true).map((end) => `${from} -> ${end}`)).sort();
}

/** Returns the arrows between the folders of files. */
export function foldersOf(arrows: Arrows): Arrows {
  const folders = new Map<string, Set<string>>();
  for (const [from, to] of arrows) {
    const ends = folders.get(dirname(from)) ?? new Set();
    folders.set(dirname(from), ends);
    // A package of npm has no folder, and a file that does not exist here is generated.
    for (const end of to) if (arrows.has(end) && dirname(end) !== dirname(from)) ends.add(dirname(end));
  }
  return folders;
}

function reachedFrom(from: string, arrows: Arrows): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const end of arrows.get(next) ?? [])
      if (!reached.has(end)) {
        reached.add(end);
        open.push(end);
      }
  return reached;
}
