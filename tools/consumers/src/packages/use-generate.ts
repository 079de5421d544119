import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { COMPILERS } from "@keywright/tool-check/check-consumers";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { PETSHOP } from "@keywright/tool-test-kit/testing/petshop";
import type { CommandUse } from "./use-commands.ts";

const STRICT = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, skipLibCheck: false };
const OPTIONS = { target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [], outDir: "built" };

/**
 * Generates the client of a foreign contract with `keywright-generate`, compiles it with Node's module resolution, and calls it with a fetch that records requests.
 *
 * @returns A summary.
 * @throws Error with the output if a result is wrong.
 */
export async function useGenerate({ runtime: { command, parameters }, program, folder }: CommandUse): Promise<string> {
  const place = await mkdtemp(join(folder, "generate-"));
  const run = (...words: string[]): ReturnType<typeof runCommand> =>
    runCommand(command, [...parameters, program, ...words], { folder: place, timeoutMs: 60_000 });
  await cp(dirname(PETSHOP.contract), join(place, "api"), { recursive: true });
  const given = ["api/openapi.yaml", "--out", "generated"];
  for (const words of [given, [...given, "--check"]]) {
    const { ok, output } = await run(...words);
    if (!ok) throw new Error(`keywright-generate ${words.join(" ")} failed\n${output}`);
  }
  const contract = join(place, "api/refused.yaml");
  await writeFile(contract, (await readFile(PETSHOP.contract, "utf8")).replace("type: apiKey, in: header, name: X-Shop-Key", "type: mutualTLS"));
  const refused = await run("api/refused.yaml", "--out", "refused");
  if (refused.ok || !/^api\/refused\.yaml:\d+:\d+: .*mutualTLS/m.test(refused.output)) throw new Error(`it must reject mutualTLS\n${refused.output}`);
  await cp(PETSHOP.program, join(place, "program.ts"));
  await writeFile(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...STRICT, ...OPTIONS, module: "nodenext" }, files: ["program.ts"] }));
  await writeFile(join(place, "package.json"), JSON.stringify({ type: "module" }));
  const compiled = await runCommand(process.execPath, [join(dirname(COMPILERS["typescript-7"]), "bin/tsc"), "-p", place], { folder: place });
  if (!compiled.ok) throw new Error(`the client does not compile\n${compiled.output}`);
  const { output } = await runCommand(command, [...parameters, join(place, "built/program.js")], { folder: place, timeoutMs: 60_000 });
  if (!isDeepStrictEqual(JSON.parse(output.split("\n").at(-1) ?? ""), PETSHOP.printed))
    throw new Error(`the client's requests must match the contract\n${output}`);
  return "a client that compiles and matches the contract";
}
