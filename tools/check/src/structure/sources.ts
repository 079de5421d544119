import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";

/** A file of `src` that people write. */
export interface Source {
  /** Its path from the root. */
  readonly path: string;
  /** Its package, such as `packages/core`. */
  readonly place: string;
  readonly text: string;
}

/** Reads the hand-written `.ts` and `.js` files in `src` of all packages below a folder. */
export function readSources(root: string, parent: string): readonly Source[] {
  if (!existsSync(join(root, parent))) return [];
  const places = readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  return places.flatMap((place) => {
    const folder = join(root, place, "src");
    const files = existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : [];
    return files
      .map((file) => `${place}/src/${file.replaceAll("\\", "/")}`)
      .filter((path) => /\.[jt]s$/.test(path) && !path.includes("/generated/"))
      .sort()
      .map((path) => ({ path, place, text: readFileSync(join(root, path), "utf8") }));
  });
}

/** Counts line breaks, as `wc -l` does. */
export function countLines(sources: readonly Source[]): number {
  return sources.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
}

/** Counts words, as `wc -w` does. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** Counts the files of each folder, without those of folders below it. */
export function countFiles(sources: readonly Source[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}

/** Returns each file's imports by its path: paths and packages, also types and re-exports. */
export function readImports(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    sources.map(({ path, text }) => {
      const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
      return [path, imported.map((name) => (name.startsWith(".") ? posix.join(dirname(path), name) : name))];
    }),
  );
}

/** Returns the lines of comments that end beyond a column, as `path:line`. */
export function findWideComments(sources: readonly Source[], columns: number): string[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.split("\n");
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const wide = new Set<number>();
    const starts = file.getLineStarts();
    const ranges = lines.flatMap((line, index) => (line.length > columns ? [[starts[index] ?? 0, (starts[index] ?? 0) + line.length] as const] : []));
    const visit = (node: ts.Node): void => {
      if (!ranges.some(([start, end]) => start <= node.end && end >= node.pos)) return;
      for (const { pos, end } of [...(ts.getLeadingCommentRanges(text, node.pos) ?? []), ...(ts.getTrailingCommentRanges(text, node.end) ?? [])]) {
        const [first, last] = [pos, end].map((position) => file.getLineAndCharacterOfPosition(position).line) as [number, number];
        for (let line = first; line <= last; line += 1) if ((lines[line] ?? "").length > columns) wide.add(line + 1);
      }
      for (const child of node.getChildren(file)) visit(child);
    };
    visit(file);
    return [...wide].sort((a, b) => a - b).map((line) => `${path}:${line}`);
  });
}
