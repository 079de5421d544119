import { readFile } from "node:fs/promises";
import { SEED_SCHEMA } from "../core/check-seed.ts";
import { isObject, objectAt } from "../core/json.ts";
import { EMULATED } from "../../generated/services.ts";
import { readChecked } from "../core/read-checked.ts";
import { CommandError } from "./terminal.ts";

/** A seed file. All properties are optional. It also has a property for each service. */
export interface SeedFile {
  /** Seed of ids, tokens and probabilities. */
  readonly randomSeed?: number | string;
  /** Initial time (RFC 3339). The clock runs from there. */
  readonly time?: string;
}

/** A service without a part in the schema checks its state by its contract. */
const SCHEMA = {
  ...SEED_SCHEMA,
  properties: { ...Object.fromEntries(Object.keys(EMULATED).map((name) => [name, { type: "object" }])), ...objectAt(SEED_SCHEMA, "properties") },
};

/** A seed file is invalid. */
export class SeedError extends CommandError {}

/**
 * Reads a seed file.
 *
 * @throws SeedError with the path and the reason if the file cannot be read or does not match the schema.
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
    throw new SeedError(`${path}: ${code === "ENOENT" ? "the file does not exist" : `the file cannot be read (${String(code ?? error)})`}`);
  }
}
