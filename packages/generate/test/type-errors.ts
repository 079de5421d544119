import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { compileStrictly } from "../../contract-tests/test/compile.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Where the files seem to be: nothing is written. */
const FOLDER = join(root, "packages/generate/test/in-memory");
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
  typeRoots: [join(root, "node_modules/@types")],
  types: ["node"],
  paths: {
    "@keywright/core": [join(root, "packages/core/src/index.ts")],
    "@keywright/core/*": [join(root, "packages/core/src/*.ts")],
    "openapi-fetch": [join(root, "packages/core/node_modules/openapi-fetch/dist/index.d.mts")],
  },
};

/** The files on the disk: libraries, and core. They are parsed and bound once for all programs. */
const PARSED = new Map<string, ts.SourceFile | undefined>();
let before: ts.Program | undefined;

/**
 * What the compiler says of TypeScript files that generated clients are made of, and of programs that use them. Core's own files are compiled elsewhere.
 *
 * @param files Their texts by their paths; other files than TypeScript are left out.
 * @returns A line for each problem: file, line and message.
 */
export function typeErrorsOf(files: { readonly [path: string]: string }): string[] {
  const texts = new Map(Object.entries(files).flatMap(([path, text]) => (path.endsWith(".ts") ? [[join(FOLDER, path), text] as const] : [])));
  const folders = new Set([...texts.keys()].map((path) => join(path, "..")));
  const host = ts.createCompilerHost(OPTIONS);
  // As tsc reads files: comments that say nothing of types are not parsed.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || path === FOLDER || directoryExists?.(path) === true;
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, version);
    if (!PARSED.has(path)) PARSED.set(path, getSourceFile(path, version, ...rest));
    return PARSED.get(path);
  };
  const program = ts.createProgram([...texts.keys()], OPTIONS, host, before);
  before = program;
  return [...texts.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(({ file, start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${path.slice(FOLDER.length + 1)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ").replaceAll(/\s+/g, " ")}`;
    });
  });
}

/** Returns what the native compiler says of many files, which it compiles in a fraction of the time, but not in memory. */
export async function compilerErrorsOf(files: { readonly [path: string]: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-types-"));
  const paths = Object.keys(files).filter((path) => path.endsWith(".ts"));
  try {
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), files[path] ?? "");
    }
    const lib = ["es2023", "dom", "dom.iterable", "dom.asynciterable"];
    const options = { ...OPTIONS, target: "es2022", module: "esnext", moduleResolution: "bundler", lib };
    const { output } = await compileStrictly(folder, paths, options);
    return output;
  } finally {
    await rm(folder, { recursive: true });
  }
}
