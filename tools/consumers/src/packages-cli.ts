import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import type { ReleasedPackage } from "@keywright/tool-test-kit/command/packed-package";
import { ROOT } from "@keywright/tool-test-kit/services";
import { type Cell, cellOf, cellsOr, printCell, summary } from "./packages/cells.ts";
import { checkGuides } from "./packages/check-guides.ts";
import { findCompilers } from "./packages/check-types.ts";
import { type Installer, INSTALLERS, installInto } from "./packages/install.ts";
import { type Machines, runMatrix } from "./packages/matrix.ts";
import { packRelease } from "./packages/pack-release.ts";
import { type Registry, startRegistry } from "./packages/registry.ts";
import { findChromium, findRuntimes, findWorkerd } from "./packages/runtimes.ts";

readCommandLine("Usage: npx pnpm test:packages\n  Installs the packages like a user, and compiles and runs programs with them.");

const folder = await mkdtemp(join(tmpdir(), "keywright-packages-"));

/** Installs the packages into an empty project, and runs all checks there. */
async function installAndRun(installer: Installer, released: readonly ReleasedPackage[], registry: Registry, machines: Machines): Promise<readonly Cell[]> {
  const project = join(folder, installer);
  const names = released.map(({ name }) => name);
  // Users install peer dependencies themselves.
  const peers = released.flatMap(({ manifest }) => Object.entries(manifest.peerDependencies ?? {}).map(([name, range]) => `${name}@${range}`));
  const installed = await cellOf(installer, "install", async () => {
    await installInto(project, installer, [...names, ...peers], registry);
    return `${names.length} packages into an empty project`;
  });
  if (installed.state === "red") return [installed];
  const cells = await cellsOr(installer, ["run"], () => runMatrix(installer, project, names, machines));
  return [installed, ...cells, ...(await cellsOr(installer, ["guides"], () => checkGuides(installer, project)))];
}

try {
  const machines = { commands: await findRuntimes(), chromium: findChromium(), workerd: await findWorkerd(), compilers: await findCompilers() };
  // How an installer lays out the packages matters to a compiler of any version: the oldest and the newest show it.
  const others = { ...machines, compilers: [machines.compilers[0], machines.compilers.at(-1)].flatMap((compiler) => compiler ?? []) };
  const released = await packRelease(ROOT, folder);
  const registry = await startRegistry(folder);
  try {
    for (const { tarball } of released) await registry.publish(tarball);
    console.log(
      `${released.map(({ name, version }) => `${name}@${version}`).join(", ")} published to ${registry.url}; the cells follow in about two minutes\n`,
    );
    const cells = (
      await Promise.all(INSTALLERS.map((installer, index) => installAndRun(installer, released, registry, index === 0 ? machines : others)))
    ).flat();
    for (const cell of cells) console.log(printCell(cell));
    console.log(summary(cells));
    process.exitCode = cells.some(({ state }) => state === "red") ? 1 : 0;
  } finally {
    await registry.close();
  }
} finally {
  // A check that failed may leave a process that still writes here.
  await rm(folder, { recursive: true, maxRetries: 10 });
}
