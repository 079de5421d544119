import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";

const OPTIONS = {
  strict: true,
  noEmit: true,
  // The declarations of the platform are not what was generated or written.
  skipLibCheck: true,
  target: "es2022",
};

/** Compiles programs of a folder under `strict`, by a tsconfig.json that it writes there. The output is what is wrong with them: file, place and message. */
export async function compileStrictly(folder: string, files: readonly string[], options: object): ReturnType<typeof runCommand> {
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, files }));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  // Below the time limit of the tests, so that they show what the compiler said.
  return runCommand(process.execPath, [compiler, "-p", folder, "--pretty", "false"], { folder, timeoutMs: PATIENCE_MS });
}
