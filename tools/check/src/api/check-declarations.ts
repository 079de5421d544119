import { relative } from "node:path";
import ts from "typescript";
import { lineOf, mentionsOf, readDeclarations } from "./declarations.ts";
import type { PackedPackage } from "@keywright/tool-test-kit/command/packed-package";

/** Checks what a package's users see of its types: no type of another maker, and no `any`. */
export async function checkDeclarations(
  packed: Pick<PackedPackage, "name" | "folder" | "manifest">,
): Promise<{ readonly files: number; readonly foreign: string[]; readonly any: string[] }> {
  const sources = await readDeclarations(packed);
  const scope = `${packed.name.split("/", 1)[0]}/`;
  const findings = (find: (source: ts.SourceFile) => string[]): string[] =>
    sources.flatMap((source) => find(source).map((finding) => `${relative(packed.folder, source.fileName)}:${finding}`));
  return { files: sources.length, foreign: findings((source) => foreignMentions(source, scope)), any: findings(anyTypes) };
}

/** Modules of other makers that a declaration file names: their next version could break our users' builds. */
export function foreignMentions(source: ts.SourceFile, scope: string): string[] {
  return mentionsOf(source)
    .filter(({ specifier }) => !specifier.startsWith(".") && !specifier.startsWith(scope))
    .map(({ specifier, line }) => `${line} names ${specifier}; declare a type in this repository instead.`);
}

/** Each `any` of a declaration file, in generics and signatures too. */
export function anyTypes(source: ts.SourceFile): string[] {
  const findings: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword)
      findings.push(`${lineOf(source, node.getStart())} has any in ${declarationAround(node)}; say what it is, or unknown.`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

function declarationAround(node: ts.Node): string {
  for (let around = node.parent; around !== undefined && !ts.isSourceFile(around); around = around.parent) {
    const { name } = around as { readonly name?: ts.Node };
    if (name !== undefined && ts.isIdentifier(name)) return name.text;
  }
  return "a declaration without a name";
}
