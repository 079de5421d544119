import { diff, parse, SemVer } from "semver";
import { type Level, LEVELS } from "@keywright/generate";

/** The step of a version; `none` if it stays. */
export type Step = Level | "none";

/** Returns the largest step; `none` for an empty list. */
export function highest(steps: readonly Step[]): Step {
  return LEVELS.find((level) => steps.includes(level)) ?? "none";
}

/** The step between two versions. A pre-release makes that of the version that it precedes. */
export function stepBetween(from: string, to: string): Step {
  const step = diff(withoutPreRelease(from), withoutPreRelease(to));
  return LEVELS.find((level) => level === step) ?? "none";
}

const withoutPreRelease = (version: string): string => new SemVer(version).version.replace(/-.*/, "");

/**
 * Returns the smallest step of the next version that a change allows.
 *
 * Below 1.0.0 it is at most `minor`, which marks breaking changes (Semantic Versioning 2.0.0, 4).
 */
export function demandedStep(level: Step, version: string): Step {
  return level === "major" && parse(version)?.major === 0 ? "minor" : level;
}
