import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { PNPM } from "./pinned.ts";
import type { Registry } from "./registry.ts";

/** The supported installers. */
export const INSTALLERS = ["npm", "pnpm"] as const;

export type Installer = (typeof INSTALLERS)[number];

/**
 * Installs packages into an empty project, with a new cache against those of other registries.
 *
 * @param packages Names, with `@version` for any version but the latest.
 * @throws Error with the output of the installer if it fails.
 */
export async function installInto(project: string, installer: Installer, packages: readonly string[], registry: Registry): Promise<void> {
  await mkdir(project, { recursive: true });
  await writeFile(join(project, ".npmrc"), registry.npmrc);
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "a-users-project", private: true, type: "module" }));
  // By default, pnpm does not install packages that were published within the last day.
  await writeFile(join(project, "pnpm-workspace.yaml"), "packages: []\nminimumReleaseAge: 0\npmOnFail: ignore\n");
  const cache = join(project, ".cache");
  const [command = "", ...words] = { npm: ["npm", "install", "--no-audit", "--no-fund", "--cache", cache], pnpm: [PNPM, "add", "--cache-dir", cache] }[
    installer
  ];
  await runOrThrow(command, [...words, ...packages], { folder: project });
}
