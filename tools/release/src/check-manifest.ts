import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type PackedPackage, targetsOf } from "@keywright/tool-test-kit/command/packed-package";

const DEPENDENCIES = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"];

/** Versions that only work in a workspace. */
const WORKSPACE_VERSION = /^(workspace|catalog|link|file):/;

/** Checks a published package.json: every entry is a shipped file and no source, and no version is one of the workspace. */
export async function checkManifest({ folder, manifest }: Pick<PackedPackage, "folder" | "manifest">): Promise<string[]> {
  const findings: string[] = [];
  for (const [entry, target] of [...targetsOf(manifest.exports, "exports"), ...targetsOf(manifest.bin, "bin")]) {
    if (/(^|\/)src\//.test(target))
      findings.push(`${entry} is ${target}, a source that is not shipped; name the file in dist in publishConfig and pack with pnpm.`);
    else if (!(await isFile(join(folder, target))))
      findings.push(`${entry} is ${target}, and the package has no such file; build first, or correct the entry.`);
  }
  if (manifest.exports === undefined) findings.push("exports is missing; name the entries in publishConfig.exports.");
  for (const group of DEPENDENCIES) {
    for (const [name, version] of Object.entries((manifest[group] ?? {}) as { readonly [name: string]: string })) {
      if (WORKSPACE_VERSION.test(version)) findings.push(`${group} has ${name} as ${version}, which only works in the workspace; pack with pnpm.`);
    }
  }
  return findings;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
