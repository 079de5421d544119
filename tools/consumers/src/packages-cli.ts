import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { packAll } from "@keywright/tool-test-kit/command/packed-package";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { type Cell, cellsOf, printCell, summary } from "./packages/cells.ts";
import { checkGuides } from "./packages/check-guides.ts";
import { checkTypes, findCompilers, type ModuleResolution } from "./packages/check-types.ts";
import { type Installer, INSTALLERS, installInto } from "./packages/install.ts";
import { runMatrix } from "./packages/matrix.ts";
import { startRegistry } from "./packages/registry.ts";
import { findRuntimes, type Runtime } from "./packages/runtimes.ts";

const USAGE = `Usage: npx pnpm test packages [--quick]
  Installs the packages like a user, and compiles and runs programs with them.
  --quick  only the oldest and the newest Node and TypeScript; with pnpm, one of each`;
const { quick } = readCommandLine(USAGE, { quick: { type: "boolean", default: false } }).values;

/** Returns the first and the last of a list. */
const endsOf = <Item>(list: readonly Item[]): readonly Item[] => list.filter((_, index) => index === 0 || index === list.length - 1);

const isNode = ({ name }: Runtime): boolean => name.startsWith("Node ");

/** What runs with an installer; compilers resolve modules in each way if `only` is absent. */
type Choice = readonly [compilers: readonly string[], runtimes: readonly Runtime[], only?: ModuleResolution];

const folder = await mkdtemp(join(tmpdir(), "keywright-packages-"));
try {
  const [runtimes, compilers] = [await findRuntimes(), await findCompilers()];
  const [running, ...others] = runtimes;
  const twoNodes = [...endsOf(others.filter(isNode)), ...others.filter((runtime) => !isNode(runtime))];
  // Every version runs with the first installer; a few of them show the layout of the others.
  const choices: { readonly [installer in Installer]: Choice } = quick
    ? { npm: [endsOf(compilers), twoNodes, "nodenext"], pnpm: [compilers.slice(-1), runtimes.slice(0, 1), "bundler"] }
    : { npm: [compilers, runtimes, "nodenext"], pnpm: [endsOf(compilers), runtimes.filter((runtime) => runtime === running || !isNode(runtime))] };
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
    const [chosenCompilers, chosenRuntimes, only] = choices[installer];
    return [
      ...installed,
      ...(await cellsOf(installer, "types", () => checkTypes(installer, project, names, chosenCompilers, only))),
      ...(await cellsOf(installer, "run", () => runMatrix(installer, project, names, chosenRuntimes))),
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
