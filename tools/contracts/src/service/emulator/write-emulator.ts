import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Json } from "@keywright/generate/contract";
import { emulatorManifest } from "../manifest.ts";
import { fillTemplates, writeMissing } from "../templates.ts";
import { describeEmulator } from "./describe-emulator.ts";
import { emulatorWords } from "./emulator-words.ts";

/** The files that were written, and the operations to refine by hand. */
export interface WrittenEmulator {
  /** Paths relative to the root. */
  readonly paths: readonly string[];
  /** Operations that return an example. */
  readonly examples: readonly string[];
}

/**
 * Writes the emulator of a service that has a client. Existing files do not change.
 *
 * @param root The root of the repository.
 */
export async function writeEmulator(root: string, name: string): Promise<WrittenEmulator> {
  const document = JSON.parse(await readFile(join(root, "packages", name, "src/generated/openapi.json"), "utf8")) as Json;
  const facts = describeEmulator(name, document);
  const path = "packages/emulator/package.json";
  const present = await readFile(join(root, path), "utf8");
  const manifest = emulatorManifest(present, name, true);
  const isNew = manifest !== present;
  const written = await writeMissing(root, await fillTemplates("emulator", emulatorWords(facts)), isNew);
  if (isNew) await writeFile(join(root, path), manifest);
  return { paths: isNew ? [...written, path] : written, examples: facts.handlers.filter(({ verb }) => verb === "example").map(({ id }) => id) };
}
