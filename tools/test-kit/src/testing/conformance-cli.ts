import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { readCommandLine, refuseCommandLine } from "../command/index.ts";
import { ROOT } from "../services/index.ts";

const USAGE = "Usage: CONFORMANCE_VECTORS=<folder> npx pnpm test:conformance\n  Runs the tests that also read public conformance vectors.";

readCommandLine(USAGE);
const folder = process.env["CONFORMANCE_VECTORS"] ?? "";
if (!existsSync(folder)) {
  const came = folder === "" ? "it is not set" : `${folder} does not exist`;
  refuseCommandLine(USAGE, `CONFORMANCE_VECTORS must be a folder with the vectors, such as retry-after/values.json; ${came}. CONTRIBUTING.md lists them.`);
}
// `withFileTypes` does not follow links, which in node_modules lead to all installed packages.
const entries = await readdir(join(ROOT, "packages"), { recursive: true, withFileTypes: true });
const tests = entries.filter(({ name, parentPath }) => name.endsWith(".test.ts") && !parentPath.includes("node_modules"));
const paths = await Promise.all(
  tests.map(async ({ name, parentPath }) => {
    const path = join(parentPath, name);
    return /\bwithVector(?:s<|Folder\()/.test(await readFile(path, "utf8")) ? [relative(ROOT, path)] : [];
  }),
);
process.exitCode = spawnSync("vitest", ["run", ...paths.flat()], { cwd: ROOT, stdio: "inherit", shell: false }).status ?? 1;
