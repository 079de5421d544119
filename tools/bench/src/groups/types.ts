import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { interleave } from "../measure/interleave.ts";
import { findServices, titleOf } from "@keywright/tool-services";
import type { Group } from "../row.ts";
import { median, pairedRatios, summary } from "../statistics.ts";

const run = promisify(execFile);
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const SERVICES = findServices();

/** What a compiler and an editor take for a program that calls every operation, by the declarations that are shipped. */
export const types: Group = {
  name: "types",
  rows: [
    { name: "instantiations", what: "type instantiations of a program with a call of every operation", unit: "", goal: { atMost: 100 } },
    { name: "compile", what: "time of tsc for it / for the types alone", unit: "×", goal: { atMost: 1.1 } },
  ],
  async measure({ stage, quick }) {
    const calls = (await Promise.all(SERVICES.map((service) => examplesOf(stage, service)))).flat();
    await writeProgram(stage, "types-alone", []);
    await writeProgram(stage, "calls", calls);
    const rounds = await interleave(["types-alone", "calls"], { rounds: quick ? 3 : 9 }, (program) => compile(stage, program));
    const { instantiations } = rounds.calls[0] ?? { instantiations: Number.NaN };
    const times = (program: keyof typeof rounds): number[] => rounds[program].map(({ wallMs }) => wallMs);
    return {
      instantiations: { figure: instantiations, beside: [`${calls.length} calls; the types alone ${rounds["types-alone"][0]?.instantiations}`] },
      compile: {
        ...summary(pairedRatios(times("calls"), times("types-alone"))),
        beside: [`${median(times("calls")).toFixed(0)} ms, the types alone ${median(times("types-alone")).toFixed(0)} ms`],
      },
    };
  },
};

/** The calls that a client's own documentation shows, one for each operation. */
async function examplesOf(stage: string, service: string): Promise<string[]> {
  const text = await readFile(join(stage, "node_modules/@keywright", service, "dist/generated/client.d.ts"), "utf8");
  const blocks = [...text.matchAll(/@example\n\s*\* ```ts\n([\s\S]*?)\n\s*\* ```/g)].map(([, block = ""]) => block.replaceAll(/^\s*\* ?/gm, ""));
  // The program has its clients already.
  return blocks.filter((block) => !block.includes(`create${title(service)}(`));
}

async function writeProgram(stage: string, name: string, calls: readonly string[]): Promise<void> {
  const folder = join(stage, name);
  const lines = [
    ...SERVICES.map((service) => `import type { ${title(service)} } from "@keywright/${service}";`),
    ...SERVICES.map((service) => `export declare const ${service}: ${title(service)};`),
    "declare const clientId: string, clientSecret: string, href: string;",
    "void [clientId, clientSecret, href];",
    ...calls.map((call, index) => `export async function call${index}(): Promise<void> {\n${call}\n}`),
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "program.ts"), `${lines.join("\n")}\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    skipLibCheck: true,
    types: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
}

async function compile(stage: string, program: string): Promise<{ readonly wallMs: number; readonly instantiations: number }> {
  const begun = performance.now();
  const { stdout } = await run(process.execPath, [compiler, "-p", join(stage, program), "--extendedDiagnostics"]).catch((error: unknown) => {
    throw new Error(`${program} does not compile: ${(error as { readonly stdout?: string }).stdout?.slice(0, 1000)}`);
  });
  return { wallMs: performance.now() - begun, instantiations: Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]) };
}

function title(service: string): string {
  return `${titleOf(service)}Client`;
}
