import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { build } from "esbuild";
import { type Cell, cellsOf } from "./cells.ts";
import { startEmulator } from "./emulator-process.ts";

const GUIDES = join(ROOT, "tools/docs/guides");

/** Runs each complete program of the guides (`ts emulator`) on a separate emulator. */
export async function checkGuides(where: string, project: string): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const file of (await readdir(GUIDES)).filter((name) => name.endsWith(".md"))) {
    const programs = Array.from((await readFile(join(GUIDES, file), "utf8")).matchAll(/^```ts emulator\n([\s\S]*?)^```$/gm), ([, program = ""]) => program);
    const runAll = async (): Promise<string> => {
      for (const program of programs) await runProgram(project, program);
      return `${programs.length} programs`;
    };
    if (programs.length > 0) cells.push(...(await cellsOf(where, `guide ${file}`, runAll)));
  }
  if (cells.length === 0) throw new Error(`no guide in ${GUIDES} has a block with the mark "ts emulator"`);
  return cells;
}

async function runProgram(project: string, program: string): Promise<void> {
  const { services, close } = await startEmulator(project);
  try {
    const folder = await mkdtemp(join(project, "guide-"));
    const contents = program.replaceAll(
      /https:\/\/(\w+)\.example\.com/g,
      (address, name: string) => services[name as keyof typeof services]?.baseUrl ?? address,
    );
    const outfile = join(folder, "program.mjs");
    await build({ stdin: { contents, loader: "ts", resolveDir: folder }, outfile, bundle: true, packages: "external", platform: "node", format: "esm" });
    const tokens = Object.fromEntries(Object.entries(services).map(([name, { token }]) => [`KEYWRIGHT_${name.toUpperCase()}_TOKEN`, token]));
    const { ok, output } = await runCommand(process.execPath, [outfile], { folder, environment: { ...tokens, TMPDIR: folder }, timeoutMs: 60_000 });
    if (!ok || /\bError\b/.test(output)) throw new Error(`a program of the guide failed\n${output}`);
  } finally {
    await close();
  }
}
