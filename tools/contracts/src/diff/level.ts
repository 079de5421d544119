/** What a step means for users: nothing to do, something new, or code to change. */
export type Level = "patch" | "minor" | "major";

const ORDER: readonly (Level | "none")[] = ["none", "patch", "minor", "major"];

/** Returns the largest level; `none` for an empty list. */
export function highest(levels: readonly (Level | "none")[]): Level | "none" {
  return ORDER[Math.max(0, ...levels.map((level) => ORDER.indexOf(level)))] as Level | "none";
}

/** Returns whether one level is smaller than another. */
export function isBelow(level: Level | "none", other: Level | "none"): boolean {
  return ORDER.indexOf(level) < ORDER.indexOf(other);
}
