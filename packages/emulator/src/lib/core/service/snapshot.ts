import type { Rules } from "../values/check-options.ts";
import type { RandomState } from "../values/random.ts";

/** The whole state of an emulator as plain data, which JSON can store. */
export interface EmulatorSnapshot<Seed> {
  readonly state: Seed;
  readonly random: RandomState;
}

/** An initial state. Without `random`, the randomness starts from its seed. */
export interface Start<Seed> {
  readonly state: Seed;
  readonly random?: RandomState;
}

/** The rules of a snapshot. */
export const SNAPSHOT_RULES: Rules<EmulatorSnapshot<unknown>> = {
  state: [(value) => typeof value === "object" && value !== null, "an object", true],
  random: [(value) => Array.isArray(value) && value.length === 4 && value.every(Number.isInteger), "four whole numbers", true],
};

/** Returns whether a seed is a snapshot. */
export function isSnapshot<State>(seed: object): seed is EmulatorSnapshot<State> {
  return Reflect.get(seed, "state") !== undefined;
}
