import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Manifest, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import type { Metafile } from "esbuild";

/** A package that is bundled into a published package. */
export interface TakenIn {
  readonly name: string;
  readonly version: string;
  /** Its SPDX identifier. */
  readonly license: string;
}

const FILE = "dist/THIRD-PARTY-NOTICES.md";

/**
 * Writes the licenses of the packages in a bundle, which every copy must include. Those of ours
 * have the license of the package itself.
 *
 * @throws Error if a package of other makers has no license file.
 */
export async function writeNotices(folder: string, { outputs }: Metafile): Promise<void> {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const foldersBy = (pattern: RegExp): readonly string[] =>
    [...new Set(used.flatMap((path) => pattern.exec(path)?.[0] ?? []))].sort().map((path) => join(folder, path));
  const ours = await Promise.all(foldersBy(/^\.\.\/[^./][^/]*(?=\/(?!.*node_modules\/))/).map(readManifest));
  const published = ours.filter((manifest) => manifest.private !== true);
  const notices = await Promise.all(foldersBy(/^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/).map(noticeOf));
  const all = [...published.map((manifest) => `${headingOf(manifest)}\n`), ...notices];
  if (all.length > 0) await writeFile(join(folder, FILE), `# Taken in from other packages\n\n${all.join("\n")}`);
}

async function noticeOf(folder: string): Promise<string> {
  const manifest = await readManifest(folder);
  const read = (name: string): Promise<string> => readFile(join(folder, name), "utf8");
  const text = await read("LICENSE")
    .catch(() => read("LICENSE.md"))
    .catch((cause: unknown) => {
      throw new Error(`${manifest.name} has no LICENSE, so it cannot be bundled; name it in dependencies instead.`, { cause });
    });
  return `${headingOf(manifest)}\n\n${text.trim()}\n`;
}

const headingOf = ({ name, version, license }: Manifest): string => `## ${name} ${String(version)}, ${String(license)}`;

/** Returns the bundled packages in a package's files, from its notices. */
export async function readNotices(folder: string): Promise<readonly TakenIn[]> {
  const text = await readFile(join(folder, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return [...text.matchAll(/^## (\S+) (\S+), (.+)$/gm)].map(([, name = "", version = "", license = ""]) => ({ name, version, license }));
}
