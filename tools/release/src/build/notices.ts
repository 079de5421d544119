import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import type { Metafile } from "esbuild";

/** An external package that is bundled into a published package. */
export interface TakenIn {
  readonly name: string;
  readonly version: string;
  /** Its SPDX identifier. */
  readonly license: string;
}

const FILE = "dist/THIRD-PARTY-NOTICES.md";

/**
 * Writes the licenses of the external packages in a bundle, which every copy must include.
 *
 * @throws Error if such a package has no license file.
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
    throw new Error(`${name} has no LICENSE, so it cannot be bundled; name it in dependencies instead.`, { cause });
  });
  return `## ${name} ${String(version)}, ${String(license)}\n\n${text.trim()}\n`;
}

/** Returns the external packages in a package's files, from its notices. */
export async function readNotices(folder: string): Promise<readonly TakenIn[]> {
  const text = await readFile(join(folder, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return [...text.matchAll(/^## (\S+) (\S+), (.+)$/gm)].map(([, name = "", version = "", license = ""]) => ({ name, version, license }));
}
