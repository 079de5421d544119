import { readFile } from "node:fs/promises";
import { SEED_SCHEMA } from "../core/check-seed.ts";
import { isObject, objectAt } from "../core/json.ts";
import { EMULATED } from "../../generated/services.ts";
import { readChecked } from "./read-checked.ts";

/** What a seed file says; all of it may be left out. Beside this, it has a part for each service, by its name. */
export interface SeedFile {
  /** Decides ids, tokens and chance. */
  readonly randomSeed?: number | string;
  /** RFC 3339: the time at which the emulator begins; it runs on from there. */
  readonly time?: string;
}

/** A service without a part in the schema checks its state itself, by its contract. */
const SCHEMA = {
  ...SEED_SCHEMA,
  properties: { ...Object.fromEntries(Object.keys(EMULATED).map((name) => [name, { type: "object" }])), ...objectAt(SEED_SCHEMA, "properties") },
};

/** A seed file cannot be used. */
export class SeedError extends Error {}

/**
 * Reads a seed file.
 *
 * @throws SeedError with the path and the reason where it cannot be read, or does not fit the schema.
 */
export async function readSeedFile(path: string): Promise<SeedFile> {
  const seed = readChecked<SeedFile>(await readText(path), SCHEMA);
  if ("problems" in seed) throw new SeedError(`${path}: ${seed.problems.join(`\n${path}: `)}`);
  return seed.value;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = isObject(error) ? error["code"] : undefined;
    throw new SeedError(`${path}: ${code === "ENOENT" ? "there is no such file" : `it cannot be read (${String(code ?? error)})`}`);
  }
}
