import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { PackedPackage } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";

const require = createRequire(import.meta.url);

/** What publint says about a tarball; suggestions count too. */
export async function checkByPublint({ tarball }: PackedPackage): Promise<string[]> {
  const bytes = await readFile(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) } });
  return messages.map((message) => `publint ${message.type}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

/** What attw says about a tarball, for users of ESM. */
export async function checkByAttw({ tarball, folder }: PackedPackage): Promise<string[]> {
  const command = join(require.resolve("@arethetypeswrong/cli/package.json"), "../dist/index.js");
  const { ok, output } = await runCommand(
    process.execPath,
    [command, tarball, "--profile", "esm-only", "--no-definitely-typed", "--format", "ascii", "--no-emoji", "--no-color"],
    { folder },
  );
  return ok ? [] : output.split("\n").filter((line) => line.trim() !== "");
}
