import type { Snapshots } from "./service.ts";
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

/**
 * Creates a store with the properties of a state, which `restore` replaces as a whole.
 *
 * @param open Returns the state of a seed. @throws TypeError if it breaks a rule of the service.
 * @param snapshot Returns the seed of the current state.
 */
export function createStore<State extends object, Seed>(seed: Seed, open: (seed: Seed) => State, snapshot: (state: State) => Seed): State & Snapshots<Seed> {
  let state = open(seed);
  const store: Snapshots<Seed> = {
    snapshot: () => snapshot(state),
    restore(other) {
      state = open(other);
    },
  };
  for (const name of Object.keys(state) as (keyof State)[])
    Object.defineProperty(store, name, {
      enumerable: true,
      get: () => state[name],
      set(value: State[typeof name]) {
        state[name] = value;
      },
    });
  return store as State & Snapshots<Seed>;
}
