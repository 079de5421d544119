import { join } from "node:path";
import type { PackedPackage } from "./packed-package.ts";
import { runCommand } from "./run-command.ts";

/** Loads each entry of a package in a project, by `import` and by `require`: a package can be well described and not run. */
export async function checkLoading(project: string, { name, manifest }: PackedPackage): Promise<string[]> {
  const entries = Object.keys((manifest.exports ?? {}) as object).filter((entry) => !entry.endsWith(".json"));
  const findings: string[] = [];
  for (const entry of entries) {
    const specifier = JSON.stringify(join(name, entry));
    const ways = [
      ["import", `await import(${specifier})`] as const,
      ["require", `process.getBuiltinModule("module").createRequire(process.cwd() + "/")(${specifier})`] as const,
    ];
    for (const [way, code] of ways) {
      const { ok, output } = await runCommand(process.execPath, ["--no-warnings", "--input-type=module", "--eval", code], { folder: project });
      if (!ok) findings.push(`${way} of ${specifier} fails: ${output.split("\n").find((line) => line.includes("Error")) ?? output}`);
    }
  }
  return findings;
}
