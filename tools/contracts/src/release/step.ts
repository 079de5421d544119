import { diff, parse } from "semver";
import type { Level } from "../diff/level.ts";

/** How large the step between two versions is, by their three numbers. */
export function stepBetween(from: string, to: string): Level | "none" {
  const [before, after] = [parse(from), parse(to)];
  if (before === null || after === null) throw new Error(`expected two versions such as 1.2.3, got ${from} and ${to}`);
  const step = diff(`${before.major}.${before.minor}.${before.patch}`, `${after.major}.${after.minor}.${after.patch}`);
  return step === "major" || step === "minor" || step === "patch" ? step : "none";
}

/**
 * The step that a change demands of the next version.
 *
 * Below 1.0.0 the second number tells of a break (semver 2.0.0, item 4; npm's `^0.1.0` does not take 0.2.0), so that more than `minor` is never demanded there.
 */
export function demandedStep(level: Level | "none", version: string): Level | "none" {
  return level === "major" && (parse(version)?.major ?? 0) === 0 ? "minor" : level;
}
