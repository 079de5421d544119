import { checkObject } from "../values/check-options.ts";
import { STATES } from "../../../generated/seed.ts";
import { createSchemaChecks } from "../schemas/schema-checks.ts";
import type { ValidatorOf } from "../schemas/validator-runtime.ts";
import { problemsOf } from "../values/issues.ts";
import { type EmulatorSnapshot, isSnapshot, type Start } from "./snapshot.ts";

/** The state of a service. */
export type StatePart = keyof typeof STATES;

/** A part of a seed file that is also an option in process. */
export type SeedPart = StatePart | "fileDraft";

/**
 * Checks a seed against the schema of seed files.
 *
 * @param what Name of the seed in the message, such as `the seed of createVaultEmulator`.
 * @param validators The service's validators of that schema.
 * @throws TypeError with all problems.
 */
export function checkSeed(what: string, part: SeedPart, seed: unknown, validators: ValidatorOf): void {
  checkObject(what, seed);
  const problems = problemsOf(createSchemaChecks({}, validators).check("body", { $ref: `#/$defs/${part}` }, seed));
  if (problems.length > 0) throw new TypeError(`${what}: ${problems.join("; ")}`);
}

/**
 * Returns the initial state of a seed.
 *
 * @param fill Returns the state of options.
 */
export function startOf<State extends object, Options extends object>(
  part: StatePart,
  seed: State | Options | EmulatorSnapshot<State>,
  fill: (options: Options) => State,
): Start<State> {
  if (isSnapshot<State>(seed)) return seed;
  const [mark] = STATES[part];
  return { state: Reflect.get(seed, mark) === undefined ? fill(seed as Options) : (seed as State) };
}

/**
 * Checks that the state of a snapshot is complete.
 *
 * @throws TypeError with the missing properties.
 */
export function checkState(part: StatePart, state: unknown): void {
  const missing = STATES[part].filter((name) => Reflect.get(Object(state), name) === undefined);
  if (missing.length > 0) throw new TypeError(`the state of the snapshot: ${missing.map((name) => `/${name} is required`).join("; ")}`);
}
