import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { COMPILERS } from "./check-consumers.ts";
import { examplesOf } from "./client-consumer.ts";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";

/** Maximum instantiations of a program with a call of every operation. Interfaces need almost none, computed types tens of thousands. */
const MAX_INSTANTIATIONS = 800;

/**
 * Counts the types that a compiler makes for a program with a call of every operation, by the declarations of packed clients.
 *
 * @param project The folder where the packages are installed.
 * @param clients The packages, by the name of their client's type.
 * @returns How many calls and instantiations there are, and what is wrong with them.
 */
export async function checkInstantiations(
  project: string,
  clients: { readonly [type: string]: string },
  most: number = MAX_INSTANTIATIONS,
): Promise<{ readonly calls: number; readonly instantiations: number; readonly findings: readonly string[] }> {
  const folder = join(project, "calls");
  const examples = (await Promise.all(Object.values(clients).map((name) => examplesOf(project, name)))).flat();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "program.ts"), programOf(clients, examples));
  const compilerOptions = { target: "ES2022", lib: ["ES2022", "DOM"], module: "nodenext", strict: true, skipLibCheck: true, types: [], noEmit: true };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const compiler = join(dirname(COMPILERS.typescript), "bin/tsc");
  const { ok, output } = await runCommand(process.execPath, [compiler, "-p", folder, "--extendedDiagnostics", "--pretty", "false"], { folder });
  const instantiations = Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]);
  const findings = [
    ...(examples.length === 0 ? ["no operation has an example in its documentation"] : []),
    ...(ok ? [] : output.split("\n").filter((line) => line.includes("error TS"))),
    ...(instantiations <= most
      ? []
      : [`${instantiations} instantiations, ${most} are the most: write out the types that the generator leaves to the compiler`]),
  ];
  return { calls: examples.length, instantiations, findings };
}

function programOf(clients: { readonly [type: string]: string }, examples: readonly string[]): string {
  const lines = [
    ...Object.entries(clients).map(([type, name]) => `import type { ${type} } from "${name}";`),
    ...Object.entries(clients).map(([type, name]) => `export declare const ${name.split("/").at(-1)}: ${type};`),
    "export declare const clientId: string, clientSecret: string, href: string;",
    ...examples.map((call, index) => `export async function call${index}(): Promise<void> {\n${call}\n}`),
  ];
  return `${lines.join("\n")}\n`;
}
