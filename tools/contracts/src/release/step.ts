import { diff, parse } from "semver";
import type { Level } from "../diff/level.ts";

/** Returns the step between two versions. */
export function stepBetween(from: string, to: string): Level | "none" {
  const [before, after] = [parse(from), parse(to)];
  if (before === null || after === null) throw new Error(`expected two versions such as 1.2.3, got ${from} and ${to}`);
  const step = diff(`${before.major}.${before.minor}.${before.patch}`, `${after.major}.${after.minor}.${after.patch}`);
  return step === "major" || step === "minor" || step === "patch" ? step : "none";
}

/**
 * Returns the smallest step of the next version that a change allows.
 *
 * Below 1.0.0 it is at most `minor`, because the second number marks breaking changes (Semantic Versioning 2.0.0, item 4; npm's `^0.1.0` excludes 0.2.0).
 */
export function demandedStep(level: Level | "none", version: string): Level | "none" {
  return level === "major" && (parse(version)?.major ?? 0) === 0 ? "minor" : level;
}
