import ts from "typescript";
import type { AvoidedWord } from "./avoided-words.ts";

/** The title of a test or the name of a function, and its line. */
export interface Title {
  readonly kind: "title" | "name";
  readonly text: string;
  readonly line: number;
}

/** Returns titles of `describe`, `it` and `test`, also `it.each(…)(title)`, and function names. */
export function titlesOf(content: string): readonly Title[] {
  const file = ts.createSourceFile("file.ts", content, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const titles: Title[] = [];
  const keep = (kind: Title["kind"], node: ts.Node): unknown =>
    titles.push({ kind, text: node.getText(file), line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 });
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      if (first !== undefined && isText(first) && /^(describe|it|test)$/.test(rootOf(node.expression))) keep("title", first);
    } else if (isFunction(node) && node.name !== undefined) keep("name", node.name);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** Returns the titles with a word to avoid, except in backticks. A name is split into words. */
export function avoidedTitles(titles: readonly Title[], words: readonly AvoidedWord[]): readonly Title[] {
  const proseOf = ({ kind, text }: Title): string =>
    kind === "name" ? text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|_/g, " ") : text.slice(1, -1).replaceAll(/`[^`\n]*`/g, "");
  return titles.filter((title) => words.some(({ pattern }) => proseOf(title).search(pattern) >= 0));
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || (ts.isBinaryExpression(node) && isText(node.left));
}

function isFunction(node: ts.Node): node is ts.NamedDeclaration {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return true;
  const value = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ? node.initializer : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
}

/** Returns `it` of `it`, `it.each(…)` and `it.skipIf(…)`. */
function rootOf(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return rootOf(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return rootOf(node.tag);
  return ts.isIdentifier(node) ? node.text : "";
}
