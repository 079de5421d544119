import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readCommandLine, rejectCommandLine } from "../command/index.ts";
import { ROOT } from "../services/index.ts";

const USAGE = "Usage: CONFORMANCE_VECTORS=<folder> npx pnpm test conformance\n  Runs the tests that also read public conformance vectors.";

readCommandLine(USAGE);
const folder = process.env["CONFORMANCE_VECTORS"] ?? "";
if (!existsSync(folder)) {
  const came = folder === "" ? "it is not set" : `${folder} does not exist`;
  rejectCommandLine(USAGE, `CONFORMANCE_VECTORS must be a folder with the vectors, such as retry-after/values.json; ${came}. CONTRIBUTING.md lists them.`);
}
const found = execFileSync("git", ["grep", "--untracked", "-lE", String.raw`\bwithVector(s<|Folder\()`, "packages/*.test.ts"], { cwd: ROOT, encoding: "utf8" });
const paths = found.trim().split("\n");
process.exitCode = spawnSync("vitest", ["run", ...paths], { cwd: ROOT, stdio: "inherit", shell: false }).status ?? 1;
