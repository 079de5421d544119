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

/** Reads packages of a project as an installer has laid them out. */
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

/** Entries that claim to run on Node and on what has its modules; every other entry claims any runtime, a browser too. */
const FOR_NODE: readonly RegExp[] = [
  /^@keywright\/core\/diagnostics-channel$/,
  /^@keywright\/[a-z][a-z0-9]*\/node$/,
  /^@keywright\/(emulator|generate|tail)(\/|$)/,
];

/** Whether an entry, such as `@keywright/core/node`, claims to run without modules of Node. */
export function runsAnywhere(entry: string): boolean {
  return !FOR_NODE.some((pattern) => pattern.test(entry));
}

/** The entries of a published package.json, as users write them: `@keywright/vault/schema`. */
export function entriesOf({ name, exports }: { readonly name: string; readonly exports?: unknown }): string[] {
  return Object.keys((exports ?? {}) as object).map((entry) => name + entry.slice(1));
}
