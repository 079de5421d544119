import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { sourceOf } from "./entries.ts";

/** To find, open and link one more file takes Node about as long as it takes to parse so much of another. */
const SMALL_BYTES = 16 * 1024;

/**
 * Bundles the entries of a package: a file for each, and few that they share. What two entries need is in one file alone, so that a class is the same in both.
 *
 * Nothing is made shorter: traces and debuggers show the code as it was written. What is not named as outside is taken in, as far as it is used.
 *
 * @param scripts The files to write, such as `dist/index.js`.
 * @param outside Packages that users install.
 * @param destination Where the files are written.
 * @returns What esbuild tells of the files, and of what is in them.
 */
export async function bundleEntries(folder: string, scripts: readonly string[], outside: readonly string[], destination = folder): Promise<Metafile> {
  const options = {
    absWorkingDir: folder,
    entryPoints: scripts.map(sourceOf),
    outbase: "src",
    outdir: join(destination, "dist"),
    bundle: true,
    splitting: true,
    chunkNames: "shared-[hash]",
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: [...outside, "node:*"],
    target: await targetOf(folder),
    charset: "utf8",
    metafile: true,
    logLevel: "silent",
  } satisfies BuildOptions;
  const { metafile } = await build({ ...options, write: false });
  return (await build({ ...options, plugins: [joinShared(folder, metafile)] })).metafile;
}

/** Tells an entry as it is published from the same module where others import it. */
const ENTRY = "?entry";

/** By the compiler's setting for all packages. */
async function targetOf(folder: string): Promise<string> {
  const path = resolve(folder, "../../tsconfig.base.json");
  const { compilerOptions } = JSON.parse(await readFile(path, "utf8")) as { readonly compilerOptions: { readonly target: string } };
  return compilerOptions.target.toLowerCase();
}

/** esbuild shares a file for each set of entries that has modules in common. Where every entry names the modules of the small ones, they have one set, and one file. */
function joinShared(folder: string, { inputs, outputs }: Metafile): Plugin {
  const small = Object.entries(outputs).filter(([, { entryPoint, bytes }]) => entryPoint === undefined && bytes < SMALL_BYTES);
  const files = new Set(small.map(([file]) => file));
  const modules = new Set(small.flatMap(([, output]) => Object.keys(output.inputs)).map((path) => join(folder, path)));
  const entries = Object.values(outputs).filter(({ imports }) => imports.some(({ path }) => files.has(path)));
  const sharing = new Set(entries.flatMap(({ entryPoint }) => (entryPoint === undefined ? [] : [join(folder, entryPoint)])));
  const imported = new Set(Object.values(inputs).flatMap((input) => input.imports.map(({ path }) => join(folder, path))));
  const imports = [...modules].sort().map((path) => `import ${JSON.stringify(path)};\n`);
  return {
    name: "join-shared",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
        const found = resolve(resolveDir, path);
        return kind === "entry-point" && sharing.has(found) ? { path: found, suffix: ENTRY } : undefined;
      });
      onLoad({ filter: /\.ts$/ }, async ({ path, suffix }) => {
        if (suffix !== ENTRY) return undefined;
        // A module that others import must not import them: it would stand behind what uses it.
        const own = imported.has(path) ? `export * from ${JSON.stringify(path)};` : await readFile(path, "utf8");
        return { contents: `${own}\n${imports.join("")}`, loader: "ts", resolveDir: dirname(path) };
      });
      // Else the import of a module of which nothing is named would be dropped, for the package says that it has no side effects.
      onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
        const found = resolve(resolveDir, path);
        return modules.has(found) ? { path: found, sideEffects: true } : undefined;
      });
    },
  };
}
