import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript";

/** A test as it stands in its file; one that is made for each row of a table stands there once. */
export interface FoundTest {
  /** Its file, below the folder that was searched, with forward slashes. */
  readonly file: string;
  /** The titles of what surrounds it, and its own. */
  readonly title: string;
}

/** Functions that register a test, by themselves or with `each` behind them. */
const TESTS = new Set(["test", "it", "check"]);

/** Finds the tests in the files of a folder by reading them, so that none has to run. */
export function collectTests(folder: string): readonly FoundTest[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("node_modules"))
    .sort()
    .flatMap((file) => titlesIn(readFileSync(join(folder, file), "utf8"), file).map((title) => ({ file: relative(".", file).split(sep).join("/"), title })));
}

/** The titles of the tests in a source text. */
export function titlesIn(text: string, name = "test.ts"): readonly string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node, above: readonly string[]): void => {
    const called = ts.isCallExpression(node) ? registered(node) : undefined;
    if (called?.what === "test") titles.push([...above, called.title].join(" > "));
    ts.forEachChild(node, (child) => visit(child, called?.what === "describe" ? [...above, called.title] : above));
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest), []);
  return titles;
}

function registered(call: ts.CallExpression): { readonly what: "test" | "describe"; readonly title: string } | undefined {
  const name = calledName(call.expression);
  const [title] = call.arguments;
  if (name === undefined || title === undefined) return undefined;
  const text = textOf(title);
  if (text === undefined) return undefined;
  return { what: name === "describe" ? "describe" : "test", title: text };
}

/** `test` of `test(…)`, `test.each(…)(…)`, `` test.each`…`(…) `` and `test.skipIf(…)(…)`. */
function calledName(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text === "describe" || TESTS.has(expression.text) ? expression.text : undefined;
  if (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)) return calledName(expression.expression.expression);
  return undefined;
}

/** A text as it is written; what a template puts in is `…`. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
  return undefined;
}
