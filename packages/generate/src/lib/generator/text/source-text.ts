import ts from "typescript";

/** The names of the types that a file refers to. Text in comments and strings is none. */
export function typeNamesIn(source: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = ts.isTypeReferenceNode(node) ? node.typeName : ts.isExpressionWithTypeArguments(node) ? node.expression : undefined;
    if (name !== undefined && ts.isIdentifier(name)) names.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest));
  return names;
}

/** The first syntax error of a file, with its line; `undefined` if a compiler can read the file. */
export function syntaxErrorIn(source: string): string | undefined {
  const [error] = ts.transpileModule(source, { reportDiagnostics: true, compilerOptions: { target: ts.ScriptTarget.Latest } }).diagnostics ?? [];
  if (error === undefined) return undefined;
  const line = source.slice(0, error.start).split("\n").length;
  return `${ts.flattenDiagnosticMessageText(error.messageText, " ")} in line ${line}`;
}
