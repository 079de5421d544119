import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { PNPM } from "./pinned.ts";
import type { Registry } from "./registry.ts";

/** What users install packages with. */
export const INSTALLERS = ["npm", "pnpm"] as const;

export type Installer = (typeof INSTALLERS)[number];

/**
 * Installs packages into an empty project, with a cache of its own: nothing of an earlier registry is taken for what this one has.
 *
 * @param packages Names, each with `@version` where it is not the latest.
 * @throws Error with the output of the installer where it fails.
 */
export async function installInto(project: string, installer: Installer, packages: readonly string[], registry: Registry): Promise<void> {
  await mkdir(project, { recursive: true });
  await writeFile(join(project, ".npmrc"), registry.npmrc);
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "a-users-project", private: true, type: "module" }));
  // pnpm otherwise waits for a day before it takes what was just published.
  await writeFile(join(project, "pnpm-workspace.yaml"), "packages: []\nminimumReleaseAge: 0\npmOnFail: ignore\n");
  const { ok, output } = await {
    npm: () => runCommand("npm", ["install", "--no-audit", "--no-fund", "--cache", join(project, ".cache"), ...packages], { folder: project }),
    pnpm: () => runCommand(PNPM, ["add", "--cache-dir", join(project, ".cache"), ...packages], { folder: project }),
  }[installer]();
  if (!ok) throw new Error(`${installer} cannot install ${packages.join(" ")}\n${output}`);
}
