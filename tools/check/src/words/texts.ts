import ts from "typescript";

/** A piece of prose, and where it begins in its file. */
export interface Text {
  readonly text: string;
  readonly start: number;
}

/** The code that a list of planted faults quotes. */
const QUOTED = /^( +)(?:from|to): (?:\|.*(?:\n\1 +.*)+|.*)$/gm;

/** What people read in a file: the prose of Markdown, comments and strings of code, and descriptions of contracts. */
export function textsOf(path: string, content: string): readonly Text[] {
  if (path.endsWith(".md")) return [{ text: withoutCode(content), start: 0 }];
  // Keys of a contract are names, not prose.
  if (path.endsWith(".yaml"))
    return [{ text: withoutCode(path.includes("/faults/") ? content.replaceAll(QUOTED, blank) : content).replaceAll(/^[ -]*[\w$/{}.-]+:/gm, blank), start: 0 }];
  return commentsAndStrings(content);
}

/** Replaces code by spaces: code may use any word, and the positions of the rest do not change. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`|\]\([^)\n]*\)/gm, blank);
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}

function commentsAndStrings(content: string): Text[] {
  const texts: Text[] = [];
  const keep = (node: ts.Node): void => {
    const start = node.getStart(file);
    const isProse = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isProse && node.text.trim().includes(" ")) texts.push({ text: withoutCode(content.slice(start + 1, node.end - 1)), start: start + 1 });
    ts.forEachChild(node, keep);
  };
  const file = ts.createSourceFile("file.ts", content, ts.ScriptTarget.Latest, true);
  keep(file);
  // The compiler attaches a comment to several nodes: each is kept once.
  const seen = new Set<number>();
  const keepComments = (node: ts.Node): void => {
    for (const { pos, end } of [...(ts.getLeadingCommentRanges(content, node.pos) ?? []), ...(ts.getTrailingCommentRanges(content, node.end) ?? [])]) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      texts.push({ text: withoutCode(content.slice(pos, end)), start: pos });
    }
    for (const child of node.getChildren(file)) keepComments(child);
  };
  keepComments(file);
  return texts;
}
