import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { packAll } from "@keywright/tool-test-kit/command/packed-package";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { type Cell, cellsOf, printCell, summary } from "./packages/cells.ts";
import { checkGuides } from "./packages/check-guides.ts";
import { checkTypes, findCompilers } from "./packages/check-types.ts";
import { type Installer, INSTALLERS, installInto } from "./packages/install.ts";
import { runMatrix } from "./packages/matrix.ts";
import { startRegistry } from "./packages/registry.ts";
import { findRuntimes } from "./packages/runtimes.ts";

readCommandLine("Usage: npx pnpm test packages\n  Installs the packages like a user, and compiles and runs programs with them.");

const folder = await mkdtemp(join(tmpdir(), "keywright-packages-"));
try {
  const [runtimes, compilers] = [await findRuntimes(), await findCompilers()];
  // Every version runs with the first installer; a few of them show the layout of the others.
  const oldestAndNewest = compilers.filter((_, index) => index === 0 || index === compilers.length - 1);
  const oneNode = runtimes.filter(({ name }, index) => index === 0 || !name.startsWith("Node "));
  const packed = await packAll(ROOT, join(folder, "tarballs"));
  const names = packed.map(({ name }) => name);
  // Users install peer dependencies themselves.
  const peers = packed.flatMap(({ manifest }) => Object.entries(manifest.peerDependencies ?? {}).map(([name, range]) => `${name}@${range}`));
  const registry = await startRegistry(folder);

  /** Installs the packages into an empty project, and runs all checks there. */
  const check = async (installer: Installer): Promise<readonly Cell[]> => {
    const project = join(folder, installer);
    const installed = await cellsOf(installer, "install", async () => {
      await installInto(project, installer, [...names, ...peers], registry);
      return `${names.length} packages into an empty project`;
    });
    if (installed.some(({ state }) => state === "red")) return installed;
    const isFirst = installer === INSTALLERS[0];
    const [chosen, only] = isFirst ? ([compilers, "nodenext"] as const) : [oldestAndNewest];
    return [
      ...installed,
      ...(await cellsOf(installer, "types", () => checkTypes(installer, project, names, chosen, only))),
      ...(await cellsOf(installer, "run", () => runMatrix(installer, project, names, isFirst ? runtimes : oneNode))),
      ...(await cellsOf(installer, "guides", () => checkGuides(installer, project))),
    ];
  };

  try {
    for (const { tarball } of packed) await runOrThrow("npm", ["publish", tarball, "--access", "public", "--tag", "latest"], { folder });
    console.log(`${packed.map(({ name, version }) => `${name}@${version}`).join(", ")} published to ${registry.url}; the cells follow in about two minutes\n`);
    const cells = (await Promise.all(INSTALLERS.map(check))).flat();
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
