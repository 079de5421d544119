import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, type BuildOptions } from "esbuild";
import type { Services } from "./inside/program.ts";
import { entriesOf, type InstalledPackage, runsAnywhere } from "./installed.ts";

/** The forms in which the programs run: ESM and `require` in a command, a script in a page, a module in a worker. */
export type Form = "esm" | "cjs" | "page" | "worker";

/** The code that starts the programs, by form. `run` prints the outcomes. */
const STARTS: { readonly [form in Form]: string } = {
  esm: "run();",
  cjs: "run();",
  page: "globalThis.runPackages = run;",
  worker: "export default { test: run };",
};

const OPTIONS: { readonly [form in Form]: BuildOptions } = {
  // Node resolves imports from node_modules at run time.
  esm: { format: "esm", platform: "node", packages: "external", outfile: "run.mjs", supported: { "import-attributes": true } },
  cjs: { format: "cjs", platform: "node", packages: "external", outfile: "run.cjs", supported: { "dynamic-import": false } },
  // A user's bundler resolves imports at build time, for a platform without Node's modules.
  page: { format: "iife", platform: "browser", minify: true, outfile: "page.js" },
  worker: { format: "esm", platform: "browser", conditions: ["workerd", "worker"], outfile: "worker.js" },
};

/**
 * Writes into a project what loads all entries that claim a form and runs the programs, and builds it.
 *
 * @returns The file to run.
 */
export async function bundlePrograms(project: string, packages: readonly InstalledPackage[], form: Form, services: Services): Promise<string> {
  const inside = join(project, "inside");
  await cp(resolve(import.meta.dirname, "inside"), inside, { recursive: true });
  const main = join(inside, `${form}.ts`);
  const run = `const run = async () => console.log(JSON.stringify(await runPackages(packages, ${JSON.stringify(services)})));`;
  await writeFile(main, `import { runPackages } from "./run-packages.ts";\n${packageList(packages, form)}\n${run}\n${STARTS[form]}\n`);
  const outfile = join(project, OPTIONS[form].outfile ?? "");
  await build({ ...OPTIONS[form], outfile, bundle: true, target: "es2022", entryPoints: [main], absWorkingDir: project, logLevel: "silent" });
  return outfile;
}

/** The packages as a module, with everything that is to be loaded in literals: a bundler has to find it. */
function packageList(packages: readonly InstalledPackage[], form: Form): string {
  const imports: string[] = [];
  const onNode = form === "esm" || form === "cjs";
  const rows = packages.flatMap(({ manifest, programs }) => {
    const entries = entriesOf(manifest).filter((entry) => onNode || runsAnywhere(entry));
    if (entries.length === 0) return [];
    const loads = entries.map((entry) => `    ${JSON.stringify(entry)}: () => import(${JSON.stringify(entry)}${attributes(entry)})`);
    const runs = programs
      .filter((program) => onNode || (!program.endsWith(".node") && entries.includes(manifest.name)))
      .map((program) => {
        const name = `program${imports.length}`;
        imports.push(`import { run as ${name} } from "./programs/${program}.ts";`);
        return name;
      });
    return [`  { name: ${JSON.stringify(manifest.name)}, entries: {\n${loads.join(",\n")}\n  }, programs: [${runs.join(", ")}] }`];
  });
  return `${imports.join("\n")}\nconst packages = [\n${rows.join(",\n")}\n];`;
}

function attributes(entry: string): string {
  return entry.endsWith(".json") ? ', { with: { type: "json" } }' : "";
}
