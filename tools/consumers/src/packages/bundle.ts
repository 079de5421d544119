import { existsSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Manifest, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { build, type BuildOptions } from "esbuild";
import type { Services } from "./installed.ts";

/** The programs, which are copied into a project. The bundler removes imports of types. */
const INSIDE = resolve(import.meta.dirname, "../../test/packages/inside");

/** The forms of programs: ESM and `require` in a command, a page's script, a worker's module. */
export type Form = keyof typeof FORMS;

/** The code that starts the programs, where `run` prints the outcomes, and how it is bundled. */
const FORMS = {
  // Node resolves imports from node_modules at run time.
  esm: { start: "run();", format: "esm", platform: "node", packages: "external", outfile: "run.mjs", supported: { "import-attributes": true } },
  cjs: { start: "run();", format: "cjs", platform: "node", packages: "external", outfile: "run.cjs", supported: { "dynamic-import": false } },
  // A user's bundler resolves imports at build time, for a platform without Node's modules.
  page: { start: "globalThis.runPackages = run;", format: "iife", platform: "browser", minify: true, outfile: "page.js" },
  worker: { start: "export default { test: run };", format: "esm", platform: "browser", conditions: ["workerd", "worker"], outfile: "worker.js" },
} as const satisfies { readonly [form: string]: BuildOptions & { readonly start: string; readonly outfile: string } };

/** Entries that need Node's modules. */
const FOR_NODE: readonly RegExp[] = [
  /^@keywright\/core\/diagnostics-channel$/,
  /^@keywright\/[a-z][a-z0-9]*\/node$/,
  /^@keywright\/emulator(\/testing)?$/,
  /^@keywright\/(generate|tail)(\/|$)/,
];

/** Whether an entry must run in any runtime, including browsers. */
export function runsAnywhere(entry: string): boolean {
  return !FOR_NODE.some((pattern) => pattern.test(entry));
}

/**
 * Builds, in a project, what loads all entries that claim a form and runs the programs.
 *
 * @param names The installed packages.
 * @returns The file to run.
 * @throws Error if a package has an entry with its own name, but no program.
 */
export async function bundlePrograms(project: string, names: readonly string[], form: Form, services: Services): Promise<string> {
  const { start, outfile, ...options } = FORMS[form];
  const inside = join(project, "inside");
  await cp(INSIDE, inside, { recursive: true });
  const main = join(inside, `${form}.ts`);
  const manifests = await Promise.all(names.map((name) => readManifest(join(project, "node_modules", name))));
  const rows = manifests.map((manifest) => packageRow(manifest, options.platform === "node")).join("");
  const run = `const run = async () => console.log(JSON.stringify(await runPackages([\n${rows}], ${JSON.stringify(services)})));`;
  await writeFile(main, `import { runPackages } from "./run-packages.ts";\n${run}\n${start}\n`);
  const file = join(project, outfile);
  await build({ ...options, outfile: file, bundle: true, target: "es2022", entryPoints: [main], absWorkingDir: project, logLevel: "silent" });
  return file;
}

/** A package as code. What it loads is in literals, so that a bundler finds it. */
function packageRow({ name, exports }: Manifest, onNode: boolean): string {
  const entries = Object.keys((exports ?? {}) as object)
    .map((entry) => name + entry.slice(1))
    .filter((entry) => onNode || runsAnywhere(entry));
  if (entries.length === 0) return "";
  const own = name.split("/").at(-1) ?? "";
  const programs = (onNode ? [own, `${own}.node`] : [own]).filter((program) => existsSync(join(INSIDE, `programs/${program}.ts`)));
  if (programs.length === 0 && entries.includes(name)) throw new Error(`${name} has no program; write ${own}.ts in test/packages/inside/programs that uses it`);
  const loads = entries.map((entry) => `${JSON.stringify(entry)}: () => import(${JSON.stringify(entry)}${attributes(entry)})`);
  const runs = programs.map((program) => `async (services) => (await import("./programs/${program}.ts")).run(services)`);
  return `{ name: ${JSON.stringify(name)}, entries: {\n${loads.join(",\n")}\n}, programs: [${runs.join(", ")}] },\n`;
}

function attributes(entry: string): string {
  return entry.endsWith(".json") ? ', { with: { type: "json" } }' : "";
}
