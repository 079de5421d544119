import ts from "typescript";

/** The first syntax error of a file, with its line; `undefined` if a compiler can read the file. */
export function syntaxErrorIn(source: string): string | undefined {
  const [error] = ts.transpileModule(source, { reportDiagnostics: true, compilerOptions: { target: ts.ScriptTarget.Latest } }).diagnostics ?? [];
  if (error === undefined) return undefined;
  const line = source.slice(0, error.start).split("\n").length;
  return `${ts.flattenDiagnosticMessageText(error.messageText, " ")} in line ${line}`;
}
