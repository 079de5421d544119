import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { packForRelease } from "./pack.ts";

const USAGE = `Usage: npx pnpm release:pack [--once]
  Packs all packages twice into release/ and checks their content.
  --once  packs only once, without comparing the bytes`;
const { values } = readCommandLine(USAGE, { once: { type: "boolean", default: false } });

const { output: changes } = await runCommand("git", ["status", "--porcelain"], { folder: ROOT });
if (changes !== "") {
  console.error(`a release must be packed from a commit, but there are uncommitted changes; commit or remove them:\n${changes}`);
  process.exitCode = 1;
} else {
  const { releases, findings } = await packForRelease(values.once);
  for (const { name, version, sha512 } of releases) console.log(`${`${name}@${version}`.padEnd(28)} sha512 ${sha512.slice(0, 16)}…`);
  for (const finding of findings) console.log(`FINDING ${finding}`);
  console.log(`${releases.length} packages in release/, ${findings.length} findings`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
