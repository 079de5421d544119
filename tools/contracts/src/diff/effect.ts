import type { Level } from "./level.ts";

/** Who writes a value: the caller in a request, the service in an answer. */
export type Direction = "request" | "response";

/** What a difference does to the set of allowed values. */
export type Effect = "narrowed" | "widened" | "changed";

/**
 * How large the step is that a difference makes.
 *
 * A caller suffers where less is accepted, and where an answer may hold more than the code that reads it knows.
 *
 * @param seen Whether types show it. What they do not show of an answer (a bound, a pattern) is no promise that the compiler has kept so far.
 */
export function levelOf(direction: Direction, effect: Effect, seen: boolean): Level {
  if (direction === "request") return effect === "widened" ? "minor" : "major";
  if (seen) return effect === "narrowed" ? "minor" : "major";
  return effect === "narrowed" ? "patch" : "minor";
}
