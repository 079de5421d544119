import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { type PackedPackage, targetsOf } from "@keywright/tool-test-kit/command/packed-package";

/** Every declaration file that users can reach from a package's entries. */
export async function readDeclarations({ folder, manifest }: Pick<PackedPackage, "folder" | "manifest">): Promise<ts.SourceFile[]> {
  const files = new Map<string, ts.SourceFile>();
  const visit = async (file: string): Promise<void> => {
    if (files.has(file)) return;
    const source = ts.createSourceFile(file, await readFile(file, "utf8"), ts.ScriptTarget.ES2022, true);
    files.set(file, source);
    // tsc leaves `./errors.ts` and `./errors.js` as they were written.
    for (const { fileName } of mentionsOf(source))
      if (fileName.startsWith(".")) await visit(join(dirname(file), fileName).replace(/(\.d)?\.([cm]?)[jt]s$/, ".d.$2ts"));
  };
  for (const [, target] of targetsOf(manifest.exports, "exports")) if (/\.d\.[cm]?ts$/.test(target)) await visit(join(folder, target));
  return [...files.values()];
}

/** Checks what a package's users see of its types: no type of another maker, and no `any`. */
export async function checkDeclarations(
  packed: Pick<PackedPackage, "name" | "folder" | "manifest">,
): Promise<{ readonly files: number; readonly findings: readonly string[] }> {
  const sources = await readDeclarations(packed);
  const scope = `${packed.name.split("/", 1)[0]}/`;
  // Users choose the version of a peer.
  const peers = Object.keys((packed.manifest as { readonly peerDependencies?: object }).peerDependencies ?? {});
  const findings = sources.flatMap((source) => {
    const lineAt = (position: number): string => `${relative(packed.folder, source.fileName)}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
    const foreign = mentionsOf(source).filter(({ fileName }) => ![".", scope, ...peers].some((known) => fileName.startsWith(known)));
    return [
      // Their next version could break our users' builds.
      ...foreign.map(({ pos, fileName }) => `${lineAt(pos)} names ${fileName}; declare a type in this repository instead.`),
      ...anyTypes(source).map((node) => `${lineAt(node.getStart())} has any; say what it is, or unknown.`),
    ];
  });
  return { files: sources.length, findings };
}

/** Each `any` below a node, in generics and signatures too. */
function anyTypes(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = node.kind === ts.SyntaxKind.AnyKeyword ? [node] : [];
  ts.forEachChild(node, (child) => void found.push(...anyTypes(child)));
  return found;
}

/** Every module that a declaration file names: a user's compiler must find each of them. */
function mentionsOf({ text, statements }: ts.SourceFile): ts.FileReference[] {
  const { importedFiles, referencedFiles, typeReferenceDirectives, ambientExternalModules = [] } = ts.preProcessFile(text, true, true);
  const ambient = ambientExternalModules.map((fileName) => ({ fileName, pos: text.indexOf(fileName), end: 0 }));
  // TypeScript does not list the module of `export * as name from`.
  const namespaces = statements.filter(ts.isExportDeclaration).flatMap(({ exportClause, moduleSpecifier: from }) => {
    if (exportClause?.kind !== ts.SyntaxKind.NamespaceExport || from === undefined || !ts.isStringLiteral(from)) return [];
    return [{ fileName: from.text, pos: from.getStart(), end: 0 }];
  });
  return [...importedFiles, ...namespaces, ...ambient, ...typeReferenceDirectives, ...referencedFiles];
}
