import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";

const OPTIONS = {
  strict: true,
  noEmit: true,
  // The declarations of the platform are not what was generated or written.
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: "es2022",
  typeRoots: [join(ROOT, "node_modules/@types")],
};

/** Compiles programs of a folder under `strict`, without writing. The output is what is wrong with them: file, place and message. */
export async function compileStrictly(folder: string, files: readonly string[], options: object): ReturnType<typeof runCommand> {
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, files }));
  return runCommand(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder, "--pretty", "false"], { folder });
}
