import schema from "@keywright/emulator/seed.schema.json" with { type: "json" };
import { checkObject } from "./check-options.ts";
import { problemsOf } from "./check-value.ts";
import { type Json, listAt, objectAt } from "./json.ts";

/** The schema of a seed file, imported by its published name so that the build includes it. */
export const SEED_SCHEMA: Json = schema;

/** The state of a service. */
export type StatePart = "management" | "vault" | "events";

/** A part of a seed file that is also an option in process. */
export type SeedPart = StatePart | "fileDraft";

const $defs = objectAt(SEED_SCHEMA, "$defs");
// Each object is compiled once, when it is first needed.
const PARTS: { readonly [Part in SeedPart]: Json } = {
  management: { $ref: "#/$defs/management", $defs },
  vault: { $ref: "#/$defs/vault", $defs },
  events: { $ref: "#/$defs/events", $defs },
  fileDraft: { $ref: "#/$defs/fileDraft", $defs },
};

/**
 * Checks a seed against the schema of seed files.
 *
 * @param what Name of the seed in the message, such as `the seed of createVaultEmulator`.
 * @throws TypeError with all problems.
 */
export function checkSeed(what: string, part: SeedPart, seed: unknown): void {
  checkObject(what, seed);
  const problems = problemsOf(PARTS[part], seed);
  if (problems.length > 0) throw new TypeError(`${what}: ${problems.join("; ")}`);
}

/** Returns whether a seed is a whole state: whether it has the properties of the schema's `if`. */
export function isState<State extends object>(part: StatePart, seed: object): seed is State {
  return missingOf(part, ["if"], seed).length === 0;
}

/**
 * Checks that the state of a snapshot is complete.
 *
 * @throws TypeError with the missing properties.
 */
export function checkState(part: StatePart, state: unknown): void {
  const missing = missingOf(part, ["if", "then"], state);
  if (missing.length > 0) throw new TypeError(`the state of the snapshot: ${missing.map((name) => `/${name} is required`).join("; ")}`);
}

function missingOf(part: StatePart, branches: readonly ("if" | "then")[], state: unknown): readonly string[] {
  const required = branches.flatMap((branch) => listAt(objectAt($defs, part, branch), "required").map(String));
  return required.filter((name) => Reflect.get(Object(state), name) === undefined);
}
