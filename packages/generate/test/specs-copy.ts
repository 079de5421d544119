import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";

/** A copy of the contracts that a test may change. */
export interface SpecsCopy {
  /** The folder with `specs`. */
  readonly folder: string;
  /** Returns the main file of a service's contract. */
  contract(service: string): string;
  /** Changes a file in `specs`, or creates it from an empty text. A change without effect is an error. */
  edit(file: string, change: (text: string) => string): Promise<void>;
  remove(): Promise<void>;
}

const ADDED = join(import.meta.dirname, "contracts");

/** Copies the contracts with their rules into a temporary folder. */
export async function copySpecs(): Promise<SpecsCopy> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-specs-"));
  await cp(join(ROOT, "specs"), join(folder, "specs"), { recursive: true });
  await useRulesOf(folder);
  return specsIn(folder);
}

/** Returns the contracts in the `specs` of a folder. */
export function specsIn(folder: string): SpecsCopy {
  return {
    folder,
    contract: (service) => join(folder, "specs", service, "openapi.yaml"),
    async edit(file, change) {
      const path = join(folder, "specs", file);
      const text = await readFile(path, "utf8").catch(() => "");
      const changed = change(text);
      if (changed === text) throw new Error(`the edit of ${file} found nothing to change`);
      await writeFile(path, changed);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Makes the `redocly.yaml` of a copy use the repository's plugin by its path, because a test could write into a linked folder. */
export async function useRulesOf(folder: string): Promise<void> {
  const file = join(folder, "specs/redocly.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace("../packages/", `${join(ROOT, "packages")}/`));
}

/**
 * Adds an operation `listTokens` to the copy of the vault contract: a paged list with parameters, a named schema and an open enumeration.
 */
export async function addListTokens({ edit }: SpecsCopy): Promise<void> {
  const [schemas, path] = await Promise.all(["token.yaml", "list-tokens.yaml"].map((file) => readFile(join(ADDED, file), "utf8")));
  await edit("vault/token.yaml", () => schemas ?? "");
  await edit("vault/openapi.yaml", (text) => text.replace(/^paths:\n/m, `paths:\n${path?.replaceAll(/^(?=.)/gm, "  ")}`));
}
