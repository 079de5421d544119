import { diff, parse } from "semver";
import { type Level, LEVELS } from "../diff/rules.ts";

/** The step of a version; `none` if it stays. */
export type Step = Level | "none";

/** Returns the largest step; `none` for an empty list. */
export function highest(steps: readonly Step[]): Step {
  return LEVELS.find((level) => steps.includes(level)) ?? "none";
}

/** Returns the step between two versions. */
export function stepBetween(from: string, to: string): Step {
  // A pre-release makes the step of the version that it precedes.
  const [before, after] = [from, to].map((version) => parse(version, {}, true)).map(({ major, minor, patch }) => `${major}.${minor}.${patch}`);
  return LEVELS.find((level) => level === diff(before ?? from, after ?? to)) ?? "none";
}

/**
 * Returns the smallest step of the next version that a change allows.
 *
 * Below 1.0.0 it is at most `minor`, because the second number marks breaking changes (Semantic Versioning 2.0.0, item 4; npm's `^0.1.0` excludes 0.2.0).
 */
export function demandedStep(level: Step, version: string): Step {
  return level === "major" && parse(version)?.major === 0 ? "minor" : level;
}
