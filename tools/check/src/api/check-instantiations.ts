import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { COMPILERS, compile } from "./check-consumers.ts";

/** Maximum for all operations: interfaces need almost none, computed types tens of thousands. */
const MAX_INSTANTIATIONS = 150;

/**
 * Counts the types that a compiler makes for programs of all clients, by packed declarations.
 *
 * @param project The folder with the programs, where the packages are installed.
 */
export async function checkInstantiations(
  project: string,
  services: readonly string[],
): Promise<{ readonly instantiations: number; readonly findings: readonly string[] }> {
  const config = join(project, "tsconfig.calls.json");
  const compilerOptions = { target: "ES2022", lib: ["ES2022", "DOM"], module: "nodenext", strict: true, skipLibCheck: true, types: [], noEmit: true };
  await writeFile(config, JSON.stringify({ compilerOptions, files: services.map((service) => `src/${service}-calls.ts`) }));
  const { ok, output } = await compile(COMPILERS.typescript, config, "--extendedDiagnostics");
  const instantiations = Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]);
  const findings = ok ? [] : output.split("\n").filter((line) => line.includes("error TS"));
  const most = MAX_INSTANTIATIONS * services.length;
  if (!(instantiations <= most))
    findings.push(`${instantiations} instantiations, ${most} are the most: write out the types that the generator leaves to the compiler`);
  return { instantiations, findings };
}
