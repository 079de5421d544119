import ts from "typescript";

/** Fields that the type shows. */
const SHOWN = ["@enum", "@constant", "@type"];

/** Fields that a comment with others does without. TSDoc has none of the tags. */
const DROPPED = [...SHOWN, "@example", "Format:"];

/**
 * Turns the tags of openapi-typescript in comments of nodes, and of what they contain, into text:
 * the description unchanged, the default as a sentence, without examples.
 */
export function cleanComments(node: ts.Node): void {
  const comments = ts.getSyntheticLeadingComments(node);
  if (comments !== undefined) ts.setSyntheticLeadingComments(node, comments.flatMap(cleanComment));
  ts.forEachChild(node, cleanComments);
}

/** Each field begins a line; other lines of its value are indented further. */
const LINE = "\n * ";
const INDENT = "    ";

function cleanComment(comment: ts.SynthesizedComment): ts.SynthesizedComment[] {
  const [first = "", ...lines] = comment.text.split(LINE);
  const [fields, dropped] = lines.length === 0 ? [[first.slice(1)], SHOWN] : [lines, DROPPED];
  let isKept = true;
  const kept = fields.flatMap((line) => {
    if (line.startsWith(INDENT)) return isKept ? [line.trim()] : [];
    const text = line.trim();
    isKept = !dropped.some((field) => text.startsWith(field));
    return isKept ? [sentenceOf(text)] : [];
  });
  if (kept.length === 0) return [];
  const text = lines.length === 0 ? `* ${kept.join("")} ` : `*${kept.map((line) => `\n * ${line}`.trimEnd()).join("")}\n `;
  return [{ ...comment, text }];
}

function sentenceOf(text: string): string {
  if (text.startsWith("@description ")) return text.slice("@description ".length).trim();
  return text.startsWith("@default ") ? `Default: ${text.slice("@default ".length).trim()}.` : text;
}
