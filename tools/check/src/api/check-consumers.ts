import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { clientProgram } from "./client-program.ts";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";

const require = createRequire(import.meta.url);

/** The compilers that users may have, by their names here: the package.json of each. */
export const COMPILERS = {
  "typescript-5.4": require.resolve("typescript-5.4/package.json"),
  typescript: require.resolve("typescript/package.json"),
  "typescript-7": require.resolve("typescript-7/package.json"),
};

/** Users' module resolutions: that of Node, and that of bundlers. */
const MODULES = {
  nodenext: { module: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

/** What users see without `skipLibCheck`, and when they export what a call returned. */
const OPTIONS = {
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  types: [],
  declaration: true,
  noEmit: true,
};

/**
 * Puts a consumer of each package into a project: `consumers/<name>.ts.txt`, hidden from the
 * compiler of the workspace. Each service also gets a program that calls every operation.
 *
 * @returns A line for each package that has none.
 */
export async function writeConsumers(project: string, consumers: string, names: readonly string[], services: readonly string[] = []): Promise<string[]> {
  const files = await readdir(consumers);
  await mkdir(join(project, "src"), { recursive: true });
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  for (const service of services) await writeFile(join(project, "src", `${service}-calls.ts`), await clientProgram(project, service));
  const missing: string[] = [];
  for (const name of names) {
    const inner = name.split("/").at(-1) ?? name;
    if (files.includes(`${inner}.ts.txt`)) await copyFile(join(consumers, `${inner}.ts.txt`), join(project, "src", `${inner}.ts`));
    else if (!services.includes(inner)) missing.push(`${name} has no consumer; write tools/check/consumers/${inner}.ts.txt that uses its main exports.`);
  }
  return missing;
}

/**
 * Type checks the consumers of a project by one compiler.
 *
 * @param compiler The package.json of the compiler, one of {@link COMPILERS}.
 * @param only The way of resolving modules. Default: each of them.
 */
export async function checkConsumers(project: string, compiler: string, only?: keyof typeof MODULES) {
  const { version } = JSON.parse(await readFile(compiler, "utf8")) as { readonly version: string };
  const results = [];
  for (const [modules, options] of Object.entries(MODULES).filter(([name]) => name === (only ?? name))) {
    const config = join(project, `tsconfig.${modules}.json`);
    await writeFile(config, JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, include: ["src"] }));
    const { ok, output } = await compile(compiler, config);
    results.push({ name: `TypeScript ${version}`, modules, findings: ok ? [] : output.split("\n") });
  }
  return results;
}

export function compile(compiler: string, config: string, ...flags: readonly string[]): ReturnType<typeof runCommand> {
  return runCommand(process.execPath, [join(dirname(compiler), "bin/tsc"), "-p", config, "--pretty", "false", ...flags], { folder: dirname(config) });
}
