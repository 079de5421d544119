import { type Manifest, targetsOf } from "@keywright/tool-test-kit/command/packed-package";

/** The files of JavaScript that users of a package can name, entries and programs, such as `dist/index.js`. */
export function scriptsOf(manifest: Manifest): readonly string[] {
  const { exports, bin } = (manifest["publishConfig"] ?? {}) as { readonly exports?: unknown; readonly bin?: unknown };
  const files = [...targetsOf(exports, "exports"), ...targetsOf(bin, "bin")].map(([, target]) => target.replace(/^\.\//, ""));
  const scripts = [...new Set(files)].filter((file) => /^dist\/.*\.js$/.test(file));
  if (scripts.length === 0)
    throw new Error(`${manifest.name} publishes no file of dist: name its entries in publishConfig.exports, its programs in publishConfig.bin.`);
  return scripts;
}

/** The source of a built file: they have the same place and name. */
export function sourceOf(script: string): string {
  return script.replace(/^dist\//, "src/").replace(/\.js$/, ".ts");
}
