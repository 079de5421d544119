import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { type Manifest, targetsOf } from "./packed-package.ts";

/** Larger shared parts stay apart, so that an entry does not load much that it does not need. */
const SMALL_BYTES = 96 * 1024;

/**
 * Bundles entries into one file each. Shared code is in one file, so that a class is the same.
 *
 * It is not minified, for readable stack traces, and includes used parts of dependencies.
 *
 * @param destination The folder to write to. Default: the package's.
 * @returns esbuild's description of the files and their content.
 * @throws Error if the package has no entries, they cannot be bundled, or a comment is not ASCII.
 */
export async function bundleEntries(folder: string, manifest: Manifest, destination = folder): Promise<Metafile> {
  const isOneFile = isScript(manifest);
  const options = {
    absWorkingDir: folder,
    entryPoints: sourcesOf(manifest),
    outbase: "src",
    outdir: join(destination, "dist"),
    bundle: true,
    splitting: !isOneFile,
    chunkNames: "shared-[hash]",
    format: isOneFile ? "cjs" : "esm",
    define: isOneFile ? { "import.meta.url": "__filename" } : {},
    platform: "neutral",
    mainFields: ["module", "main"],
    external: [...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), "node:*"],
    target: "es2022",
    metafile: true,
    logLevel: "silent",
  } satisfies BuildOptions;
  const { metafile, outputFiles } = await build({ ...options, write: false });
  // V8 reads a file with another character slower. esbuild escapes them, but not in comments.
  const [other] = /.*[^\0-\x7f].*/.exec(outputFiles.map(({ text }) => text).join("\n")) ?? [];
  if (other !== undefined) throw new Error(`A comment in the bundles of ${manifest.name} is not ASCII; write it in ASCII: ${other.trim()}`);
  return (await build({ ...options, plugins: loadsLater(metafile) ? [] : [joinShared(folder, metafile)] })).metafile;
}

/** Whether a package publishes a command as one file of CommonJS, which Node starts soonest. */
export function isScript({ publishConfig }: Manifest): boolean {
  return publishConfig?.type === "commonjs";
}

/** Returns the sources of a package's entries and commands: `src/index.ts` for `dist/index.js`. */
function sourcesOf(manifest: Manifest): string[] {
  const { exports, bin } = manifest.publishConfig ?? {};
  const files = [...targetsOf(exports, ""), ...targetsOf(bin, "")].flatMap(([, target]) => /^\.\/dist\/(.*)\.js$/.exec(target)?.[1] ?? []);
  if (files.length === 0)
    throw new Error(`${manifest.name} publishes no file of dist; name its entries in publishConfig.exports and its commands in publishConfig.bin.`);
  return [...new Set(files)].map((file) => `src/${file}.ts`);
}

/** Whether a package loads a file only when it needs it. Joined files would load it at once. */
function loadsLater({ outputs }: Metafile): boolean {
  return Object.values(outputs).some(({ imports }) => imports.some(({ kind, external = false }) => kind === "dynamic-import" && !external));
}

/** Distinguishes a published entry from the same module as an import. */
const ENTRY = "?entry";

/** Every entry imports the small modules, because esbuild shares a file per set of entries. */
function joinShared(folder: string, { inputs, outputs }: Metafile): Plugin {
  // An entry that needs no module of Node must not get one by a joined file.
  const needsNode = (file: string): boolean =>
    file.startsWith("node:") || (outputs[file]?.imports.some(({ path, kind }) => kind === "import-statement" && needsNode(path)) ?? false);
  const small = Object.entries(outputs).filter(([file, { entryPoint, bytes }]) => entryPoint === undefined && bytes < SMALL_BYTES && !needsNode(file));
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
        // A module that others import must not import them: it would be evaluated after them.
        const own = imported.has(path) ? `export * from ${JSON.stringify(path)};` : await readFile(path, "utf8");
        return { contents: `${own}\n${imports.join("")}`, loader: "ts", resolveDir: dirname(path) };
      });
      // Otherwise esbuild drops an import without names, because the package has no side effects.
      onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
        const found = resolve(resolveDir, path);
        return modules.has(found) ? { path: found, sideEffects: true } : undefined;
      });
    },
  };
}
