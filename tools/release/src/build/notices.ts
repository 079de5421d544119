import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import type { Metafile } from "esbuild";

/** A package of another maker of which something is in the files of one of ours. */
export interface TakenIn {
  readonly name: string;
  readonly version: string;
  /** By its SPDX name. */
  readonly license: string;
}

const FILE = "dist/THIRD-PARTY-NOTICES.md";

/**
 * Writes what a bundle took in of other makers, with their licences, which ask to be kept with every copy. Nothing is written where it took in nothing.
 *
 * @throws Error where such a package has no licence to keep.
 */
export async function writeNotices(folder: string, { outputs }: Metafile): Promise<void> {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const folders = new Set(used.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  const notices = await Promise.all([...folders].sort().map((path) => noticeOf(join(folder, path))));
  if (notices.length > 0) await writeFile(join(folder, FILE), `# Taken in from other makers\n\n${notices.join("\n")}`);
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license } = await readManifest(folder);
  const text = await readFile(join(folder, "LICENSE"), "utf8").catch((cause: unknown) => {
    throw new Error(`${name} would be taken in, and has no LICENSE to keep with it; name it in dependencies, so that it is installed beside.`, { cause });
  });
  return `## ${name} ${String(version)}, ${String(license)}\n\n${text.trim()}\n`;
}

/** What the files of a package have taken in, by the notices that it ships. */
export async function readNotices(folder: string): Promise<readonly TakenIn[]> {
  const text = await readFile(join(folder, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return [...text.matchAll(/^## (\S+) (\S+), (.+)$/gm)].map(([, name = "", version = "", license = ""]) => ({ name, version, license }));
}
