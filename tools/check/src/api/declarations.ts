import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ts from "typescript";
import { type PackedPackage, targetsOf } from "@keywright/tool-test-kit/command/packed-package";

/** A module that a declaration file names, and the line where it does. */
export interface Mention {
  readonly specifier: string;
  readonly line: number;
}

/** Every declaration file that users can reach from a package's entries. */
export async function readDeclarations({ folder, manifest }: Pick<PackedPackage, "folder" | "manifest">): Promise<ts.SourceFile[]> {
  const files = new Map<string, ts.SourceFile>();
  const visit = async (file: string): Promise<void> => {
    if (files.has(file)) return;
    const source = parseDeclaration(file, await readFile(file, "utf8"));
    files.set(file, source);
    for (const { specifier } of mentionsOf(source)) if (specifier.startsWith(".")) await visit(declarationOf(join(dirname(file), specifier)));
  };
  for (const [, target] of targetsOf(manifest.exports, "exports")) if (/\.d\.[cm]?ts$/.test(target)) await visit(join(folder, target));
  return [...files.values()];
}

/** Parses a declaration file. */
export function parseDeclaration(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
}

/** Every module that a declaration file names, in whatever form: a user's compiler must find each of them. */
export function mentionsOf(source: ts.SourceFile): Mention[] {
  const mentions: Mention[] = [];
  const add = (specifier: ts.Node | undefined): void => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) mentions.push({ specifier: specifier.text, line: lineOf(source, specifier.getStart()) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isImportTypeNode(node)) add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) add(node.moduleReference.expression);
    else if (ts.isModuleDeclaration(node)) add(node.name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { fileName, pos } of [...source.typeReferenceDirectives, ...source.referencedFiles])
    mentions.push({ specifier: fileName, line: lineOf(source, pos) });
  return mentions;
}

/** The line, from 1, of a position. */
export function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** The declaration file that a relative specifier of a declaration file means: tsc leaves `./errors.ts` and `./errors.js` as they were written. */
function declarationOf(path: string): string {
  return path.replace(/(\.d)?\.([cm]?)[jt]s$/, ".d.$2ts");
}
