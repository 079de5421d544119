import { readFile } from "node:fs/promises";
import ts from "typescript";
import { operationsOf, readContract } from "./contract.ts";
import { WIDTH } from "./print.ts";

/**
 * Puts generated sections into a README: what stands between `<!-- generated: NAME -->` and `<!-- end -->`.
 *
 * @returns The whole text; unchanged where it has no such marks.
 */
export function withSections(text: string, sections: { readonly [name: string]: string }): string {
  return text.replaceAll(/(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(\n<!-- end -->)/g, (all, begin: string, name: string, end: string) => {
    const section = sections[name];
    return section === undefined ? all : `${begin}\n${section}${end}`;
  });
}

/** A table of a contract's operations: the method and what it does. */
export async function operationsSection(specPath: string): Promise<string> {
  const rows = operationsOf(await readContract(specPath)).map(({ id, definition }) => [`\`${id}\``, definition["summary"] as string]);
  return table(["method", "what it does"], rows);
}

/** A table of the codes of errors, out of the comments on the members of `ErrorCode`. */
export async function errorsSection(errorsPath: string): Promise<string> {
  const source = ts.createSourceFile(errorsPath, await readFile(errorsPath, "utf8"), ts.ScriptTarget.Latest, true);
  const codes = source.statements.find(
    (statement): statement is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(statement) && statement.name.text === "ErrorCode",
  );
  if (codes === undefined || !ts.isUnionTypeNode(codes.type)) throw new Error(`${errorsPath} has no union ErrorCode`);
  const classes = classesByCode(source);
  const members = [...codes.type.types];
  const rows = members.map((member, index) => {
    const code = ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal) ? member.literal.text : "";
    return [`\`${code}\``, classes.get(code) ?? "", commentBefore(source, members, index)];
  });
  return table(["code", "class", "what it means, and what to do"], rows);
}

/** Which class carries a code: the one whose constructor, a type of codes there, or a function called there names it. */
function classesByCode(source: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  const aliases = new Map<string, string[]>();
  for (const statement of source.statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text !== "ErrorCode") aliases.set(statement.name.text, literalsIn(statement));
    if (!ts.isClassDeclaration(statement) || statement.name === undefined || statement.name.text === "KeywrightError") continue;
    const [constructor] = statement.members.filter(ts.isConstructorDeclaration);
    if (constructor === undefined) continue;
    const named = constructor.parameters.flatMap(({ type }) =>
      type !== undefined && ts.isTypeReferenceNode(type) ? (aliases.get(type.typeName.getText()) ?? []) : [],
    );
    const called = source.statements.filter(
      (other): other is ts.FunctionDeclaration => ts.isFunctionDeclaration(other) && namesIn(constructor).has(other.name?.text ?? ""),
    );
    for (const code of [...literalsIn(constructor), ...named, ...called.flatMap(literalsIn)])
      if (!found.has(code)) found.set(code, `\`${statement.name.text}\``);
  }
  return found;
}

function namesIn(node: ts.Node): Set<string> {
  const found = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) found.add(child.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

function literalsIn(node: ts.Node): string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...literalsIn(child));
  });
  return found;
}

/** The comment between the member before and this one: it stands before the bar, which belongs to neither. */
function commentBefore(source: ts.SourceFile, members: readonly ts.TypeNode[], index: number): string {
  const from = index === 0 ? (members[0] as ts.TypeNode).parent.getFullStart() : (members[index - 1] as ts.TypeNode).getEnd();
  const between = source.text.slice(from, (members[index] as ts.TypeNode).getStart());
  return (/\/\*\*([\s\S]*?)\*\//.exec(between)?.[1] ?? "").replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
}

/** A table as the formatter of the repository writes it: columns padded to their longest cell where that fits the width, and not at all where it does not. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")));
  const longest = head.map((_name, column) => Math.max(3, ...cells.map((row) => (row[column] ?? "").length)));
  const fits = longest.reduce((sum, width) => sum + width + 3, 1) <= WIDTH;
  const widths = longest.map((width) => (fits ? width : 3));
  const [first = "", ...others] = cells.map((row) => tableLine(row.map((cell, column) => cell.padEnd(fits ? (widths[column] ?? 0) : 0))));
  return `${first}${tableLine(widths.map((width) => "-".repeat(width)))}${others.join("")}`;
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}
