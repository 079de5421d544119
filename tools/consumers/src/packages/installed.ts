import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Manifest, readManifest } from "@keywright/tool-test-kit/command/packed-package";

/** A package in a user's project. */
export interface InstalledPackage {
  readonly folder: string;
  /** Its package.json as it was published. */
  readonly manifest: Manifest;
  /** The names of the programs that use it: `src/packages/inside/programs/<program>.ts`. One that ends with `.node` uses the entries for Node. */
  readonly programs: readonly string[];
}

/** Reads the installed packages of a project. */
export async function readInstalled(project: string, names: readonly string[]): Promise<readonly InstalledPackage[]> {
  return Promise.all(
    names.map(async (name) => {
      const folder = join(project, "node_modules", name);
      const own = name.split("/").at(-1) ?? "";
      const programs = [own, `${own}.node`].filter((program) => existsSync(resolve(import.meta.dirname, `inside/programs/${program}.ts`)));
      return { folder, manifest: await readManifest(folder), programs };
    }),
  );
}

/** Entries that need Node's modules. Every other entry must run in any runtime, including browsers. */
const FOR_NODE: readonly RegExp[] = [
  /^@keywright\/core\/diagnostics-channel$/,
  /^@keywright\/[a-z][a-z0-9]*\/node$/,
  /^@keywright\/(emulator|generate|tail)(\/|$)/,
];

/** Returns whether an entry, such as `@keywright/core/client`, must run without Node's modules. */
export function runsAnywhere(entry: string): boolean {
  return !FOR_NODE.some((pattern) => pattern.test(entry));
}

/** Returns the entries of a published package.json, as users import them: `@keywright/vault/schema`. */
export function entriesOf({ name, exports }: { readonly name: string; readonly exports?: unknown }): string[] {
  return Object.keys((exports ?? {}) as object).map((entry) => name + entry.slice(1));
}
