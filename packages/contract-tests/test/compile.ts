import ts from "typescript";

/** Compiles programs under `strict`, without writing, and returns what is wrong with them. */
export function compileStrictly(files: readonly string[]): readonly string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    // The declarations of the platform are not what was generated.
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file === undefined || start === undefined ? "" : `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}: `;
    return `${line}${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}
