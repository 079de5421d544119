import { type Manifest, targetsOf } from "@keywright/tool-test-kit/command/packed-package";

/** Returns the JavaScript files of a package's entries and commands, such as `dist/index.js`. */
export function scriptsOf(manifest: Manifest): readonly string[] {
  const { exports, bin } = (manifest["publishConfig"] ?? {}) as { readonly exports?: unknown; readonly bin?: unknown };
  const files = [...targetsOf(exports, "exports"), ...targetsOf(bin, "bin")].map(([, target]) => target.replace(/^\.\//, ""));
  const scripts = [...new Set(files)].filter((file) => /^dist\/.*\.js$/.test(file));
  if (scripts.length === 0)
    throw new Error(`${manifest.name} publishes no file of dist; name its entries in publishConfig.exports and its commands in publishConfig.bin.`);
  return scripts;
}

/** Returns the source of a built file, which has the same path in `src`. */
export function sourceOf(script: string): string {
  return script.replace(/^dist\//, "src/").replace(/\.js$/, ".ts");
}
