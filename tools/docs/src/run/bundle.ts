import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

/** What blocks import in addition to the entries of the packages. */
const OTHERS = ["@opentelemetry/api"];

/** Leaves Node's modules out of the emulators, which only need them to serve a port. */
const withoutServer: Plugin = {
  name: "without-server",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      importer.includes("/packages/emulator/") ? { path, namespace: "none" } : { path, external: true },
    );
    onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: "module.exports = {};" }));
  },
};

/** What a block can import in a page, and why it cannot import the others. */
export interface Importable {
  readonly names: ReadonlySet<string>;
  /** The first `node:` module that an entry needs, by the name of the entry. */
  readonly nodeOnly: ReadonlyMap<string, string>;
}

/** Finds what browsers can import: an entry that loads no module of Node. */
export async function findImportable(entries: readonly { readonly name: string; readonly target: string }[]): Promise<Importable> {
  const { metafile } = await build({
    entryPoints: entries.map(({ target }) => target),
    bundle: true,
    write: false,
    metafile: true,
    outdir: "out",
    format: "esm",
    platform: "browser",
    logLevel: "silent",
    absWorkingDir: import.meta.dirname,
    plugins: [withoutServer],
  });
  const found = entries.map(({ name, target }) => [name, firstNodeModule(metafile, relative(import.meta.dirname, target))] as const);
  return {
    names: new Set([...OTHERS, ...found.flatMap(([name, needed]) => (needed === undefined ? [name] : []))]),
    nodeOnly: new Map(found.flatMap(([name, needed]) => (needed === undefined ? [] : [[name, needed] as const]))),
  };
}

/** Returns the first module of Node that a source and its imports load at once. */
function firstNodeModule({ inputs }: Metafile, source: string): string | undefined {
  const seen = new Set([source]);
  for (const file of seen)
    for (const { path, kind, external } of inputs[file]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      if (external === true && path.startsWith("node:")) return path;
      seen.add(path);
    }
  return undefined;
}

/** Writes what pages load at the first run: the packages with the emulators, and the frame. */
export async function writeRuntime(folder: string, { names }: Importable): Promise<void> {
  const modules = [...names].sort();
  const contents = [
    ...modules.map((name, index) => `import * as m${index} from "${name}";`),
    'import { prepare } from "./page/worker.ts";',
    `prepare({ ${modules.map((name, index) => `"${name}": m${index}`).join(", ")} });`,
  ];
  await mkdir(folder, { recursive: true });
  await build({
    stdin: { contents: contents.join("\n"), resolveDir: import.meta.dirname, loader: "ts" },
    outfile: join(folder, "runtime.js"),
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    logLevel: "error",
    plugins: [withoutServer],
  });
  await writeFile(join(folder, "frame.html"), framePage());
}

/** Creates a worker of the texts that the page sends. */
const FRAME_SCRIPT = `addEventListener("message", ({ data, source }) => {
  if (source !== parent) return;
  const worker = new Worker(URL.createObjectURL(new Blob(data)));
  worker.onmessage = ({ data }) => parent.postMessage(data, "*");
  worker.onerror = ({ message }) => {
    parent.postMessage({ kind: "output", level: "error", text: message }, "*");
    parent.postMessage({ kind: "end", failed: true }, "*");
  };
});`;

/** The frame of blocks: its policy also applies to its worker, which has no network. */
function framePage(): string {
  const hash = createHash("sha256").update(FRAME_SCRIPT).digest("base64");
  const policy = `default-src 'none'; script-src 'sha256-${hash}' blob:; worker-src blob:`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Run</title><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${FRAME_SCRIPT}</script></html>\n`;
}
