import { readFile } from "node:fs/promises";
import { SEED_SCHEMA } from "../core/check-seed.ts";
import { isObject } from "../core/json.ts";
import type { EventsEmulatorOptions } from "../events/create-events-emulator.ts";
import type { ManagementEmulatorOptions } from "../management/create-management-emulator.ts";
import type { VaultEmulatorOptions } from "../vault/create-vault-emulator.ts";
import { readChecked } from "./read-checked.ts";

/** What a seed file says; all of it may be left out. */
export interface SeedFile {
  /** Decides ids, tokens and chance. */
  readonly randomSeed?: number | string;
  /** RFC 3339: the time at which the emulator begins; it runs on from there. */
  readonly time?: string;
  readonly management?: NonNullable<ManagementEmulatorOptions["seed"]>;
  readonly vault?: NonNullable<VaultEmulatorOptions["seed"]>;
  readonly events?: NonNullable<EventsEmulatorOptions["seed"]>;
}

/** A seed file cannot be used. */
export class SeedError extends Error {}

/**
 * Reads a seed file.
 *
 * @throws SeedError with the path and the reason where it cannot be read, or does not fit the schema.
 */
export async function readSeedFile(path: string): Promise<SeedFile> {
  const seed = readChecked<SeedFile>(await readText(path), SEED_SCHEMA);
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
