import schema from "@keywright/emulator/seed.schema.json" with { type: "json" };
import { checkObject } from "./check-options.ts";
import { problemsOf } from "./check-value.ts";
import { type Json, objectAt } from "./json.ts";

/** The schema of a seed file, imported by the name that it is published with; the build takes it in. */
export const SEED_SCHEMA: Json = schema;

/** A part of a seed file that can also be given in process. */
export type SeedPart = "management" | "vault" | "events" | "fileDraft";

const $defs = objectAt(SEED_SCHEMA, "$defs");
// Each is compiled when it is first needed, by this very object.
const PARTS: { readonly [Part in SeedPart]: Json } = {
  management: { $ref: "#/$defs/management", $defs },
  vault: { $ref: "#/$defs/vault", $defs },
  events: { $ref: "#/$defs/events", $defs },
  fileDraft: { $ref: "#/$defs/fileDraft", $defs },
};

/**
 * Checks a seed that is given in process by the schema that seed files have.
 *
 * @param what What it is, in words, such as `the seed of createVaultEmulator`.
 * @throws TypeError with all problems.
 */
export function checkSeed(what: string, part: SeedPart, seed: unknown): void {
  checkObject(what, seed);
  const problems = problemsOf(PARTS[part], seed);
  if (problems.length > 0) throw new TypeError(`${what}: ${problems.join("; ")}`);
}
