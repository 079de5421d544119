/** How large a step is for users: nothing to do, something new, something to change. */
export type Level = "patch" | "minor" | "major";

const ORDER: readonly (Level | "none")[] = ["none", "patch", "minor", "major"];

/** The largest of some levels; `none` without any. */
export function highest(levels: readonly (Level | "none")[]): Level | "none" {
  return ORDER[Math.max(0, ...levels.map((level) => ORDER.indexOf(level)))] as Level | "none";
}

/** Whether one level says less than another. */
export function isBelow(level: Level | "none", other: Level | "none"): boolean {
  return ORDER.indexOf(level) < ORDER.indexOf(other);
}
