import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Json } from "@keywright/generate/contract";
import { describeEmulator } from "./describe-emulator.ts";
import { emulatorFiles } from "./emulator-files.ts";
import { emulatorManifest } from "./emulator-manifest.ts";

/** What was written, and what a person has to look at. */
export interface WrittenEmulator {
  /** Paths from the root. */
  readonly paths: readonly string[];
  /** Operations that answer with an example. */
  readonly examples: readonly string[];
}

/**
 * Writes the emulator of a service whose client is there. What is there already is left as it is.
 *
 * @param root The root of the repository.
 */
export async function writeEmulator(root: string, name: string): Promise<WrittenEmulator> {
  const document = JSON.parse(await readFile(join(root, "packages", name, "src/generated/openapi.json"), "utf8")) as Json;
  const facts = describeEmulator(name, document);
  const paths: string[] = [];
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    paths.push(path);
  };
  const manifestPath = "packages/emulator/package.json";
  const present = await readFile(join(root, manifestPath), "utf8");
  const manifest = emulatorManifest(present, name);
  // A change set goes with an emulator that is new; later it is gone, in a release.
  const isNew = manifest !== present;
  for (const [path, text] of Object.entries(emulatorFiles(facts)))
    if (!existsSync(join(root, path)) && (isNew || !path.startsWith(".changeset/"))) await write(path, text);
  if (isNew) await write(manifestPath, manifest);
  return { paths, examples: facts.handlers.filter(({ verb }) => verb === "example").map(({ id }) => id) };
}
