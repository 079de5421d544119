import { basename, dirname } from "node:path";
import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** Compiles generated clients, and gives one line for each that has errors: its first error, and how many follow. */
export function typeErrors(entries: readonly string[]): string[] {
  const errors = new Map<string, string[]>();
  for (const { file, start, messageText } of ts.getPreEmitDiagnostics(ts.createProgram([...entries], OPTIONS))) {
    const text = ts.flattenDiagnosticMessageText(messageText, " ");
    const client = file === undefined ? "all" : basename(dirname(file.fileName));
    const place = file === undefined ? "" : `${basename(file.fileName)}:${file.getLineAndCharacterOfPosition(start ?? 0).line + 1}: `;
    errors.set(client, [...(errors.get(client) ?? []), `${place}${text}`]);
  }
  return [...errors].map(([client, [first, ...others]]) => `${client}/${first}${others.length === 0 ? "" : ` (and ${others.length} more)`}`);
}
