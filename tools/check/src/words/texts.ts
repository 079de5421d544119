import ts from "typescript";

/** A piece of prose, and where it begins in its file. */
export interface Text {
  readonly text: string;
  readonly start: number;
}

/** The code that a list of planted faults quotes. */
const QUOTED = /^( +)(?:from|to): (?:\|.*(?:\n\1 +.*)+|.*)$/gm;

/** What people read: prose of Markdown, comments and strings, descriptions of contracts. */
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
  const file = ts.createSourceFile("file.ts", content, ts.ScriptTarget.Latest, true);
  // By its start, because the compiler attaches a comment to several nodes.
  const texts = new Map<number, string>();
  const keep = (start: number, end: number): unknown => texts.set(start, withoutCode(content.slice(start, end)));
  const visit = (node: ts.Node): void => {
    const isProse = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isProse && node.text.trim().includes(" ")) keep(node.getStart(file) + 1, node.end - 1);
    const comments = [...(ts.getLeadingCommentRanges(content, node.pos) ?? []), ...(ts.getTrailingCommentRanges(content, node.end) ?? [])];
    for (const { pos, end } of comments) keep(pos, end);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return Array.from(texts, ([start, text]) => ({ start, text }));
}
