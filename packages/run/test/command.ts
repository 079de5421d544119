import { join } from "node:path";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { folderForTest, program, serveVault, type Started, startProcess } from "./support.ts";

/** Bundles `keywright-run` for the tests of a file; each file calls it, because files share modules. */
export function bundledRun() {
  const command = bundledProgram(join(import.meta.dirname, ".."));

  /** A vault, and a folder with files in which the command starts. */
  async function setUp(files: { readonly [name: string]: string } = {}) {
    const vault = await serveVault();
    const folder = await folderForTest(files);
    const environment = { PATH: process.env["PATH"], ...vault.env };
    return {
      vault,
      folder,
      start: (args: readonly string[], env: NodeJS.ProcessEnv = {}): Started =>
        startProcess(process.execPath, [command, ...args], { cwd: folder, env: { ...environment, ...env } }),
    };
  }

  return { command, setUp };
}

/** The arguments of a command that prints its arguments and variables. */
export const show = (...names: readonly string[]): string[] => ["--", process.execPath, program("show"), ...names];
/** The variables that it printed. */
export const shown = ({ output }: Started): unknown => (JSON.parse(output.stdout) as { readonly env: unknown }).env;
