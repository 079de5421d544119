import { type Manifest, targetsOf } from "@keywright/tool-test-kit/command/packed-package";

/** The files of a package that its users can name. */
export interface Entries {
  /** Files of JavaScript, such as `dist/index.js`. */
  readonly scripts: readonly string[];
  /** Their declarations; none where the package is a program alone. */
  readonly declarations: readonly string[];
}

/** Reads the entries and the programs that a package publishes. */
export function entriesOf(manifest: Manifest): Entries {
  const { exports, bin } = (manifest["publishConfig"] ?? {}) as { readonly exports?: unknown; readonly bin?: unknown };
  const files = [...targetsOf(exports, "exports"), ...targetsOf(bin, "bin")].map(([, target]) => target.replace(/^\.\//, ""));
  const built = [...new Set(files)].filter((file) => file.startsWith("dist/"));
  const scripts = built.filter((file) => file.endsWith(".js"));
  if (scripts.length === 0)
    throw new Error(`${manifest.name} publishes no file of dist: name its entries in publishConfig.exports, its programs in publishConfig.bin.`);
  return { scripts, declarations: built.filter((file) => file.endsWith(".d.ts")) };
}

/** The source of a built file: they have the same place and name. */
export function sourceOf(script: string): string {
  return script.replace(/^dist\//, "src/").replace(/\.js$/, ".ts");
}
