/** How large a step is for users: nothing to do, something new, something to change. */
export type Level = "patch" | "minor" | "major";

const ORDER: readonly (Level | "none")[] = ["none", "patch", "minor", "major"];

/** The largest of some levels; `none` where there is none. */
export function highest(levels: readonly (Level | "none")[]): Level | "none" {
  return levels.reduce<Level | "none">((most, level) => (isBelow(most, level) ? level : most), "none");
}

/** Whether one level says less than another. */
export function isBelow(level: Level | "none", other: Level | "none"): boolean {
  return ORDER.indexOf(level) < ORDER.indexOf(other);
}
