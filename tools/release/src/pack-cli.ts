import { join, resolve } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { packForRelease } from "./pack.ts";

const USAGE = `Usage: npx pnpm release:pack [--once]
  Packs all packages twice into release/ and checks their content.
  --once  packs only once, without comparing the bytes`;
const { values } = readCommandLine(USAGE, { once: { type: "boolean", default: false } });

const root = resolve(import.meta.dirname, "../../..");
const { output: changes } = await runCommand("git", ["status", "--porcelain"], { folder: root });
if (changes !== "") {
  console.error(`a release must be packed from a commit, but there are uncommitted changes; commit or remove them:\n${changes}`);
  process.exitCode = 1;
} else {
  const { rows, findings } = await packForRelease(root, join(root, "release"), values.once);
  for (const { release, files, bytes, packedBytes, components } of rows) {
    const { name, version, sha512 } = release;
    console.log(
      `${`${name}@${version}`.padEnd(28)} ${files} files, ${bytes} bytes, ${packedBytes} packed, brings ${components} packages, sha512 ${sha512.slice(0, 16)}…`,
    );
  }
  for (const finding of findings) console.log(`FINDING ${finding}`);
  console.log(`${rows.length} packages in release/, ${findings.length} findings`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
