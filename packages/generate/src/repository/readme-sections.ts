import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ts from "typescript";
import { operationsOf, readContract } from "../lib/contract/index.ts";
import { WIDTH } from "../lib/generator/print.ts";

/**
 * Replaces the generated sections of a README, between `<!-- generated: NAME -->` and `<!-- end -->`.
 *
 * @returns The whole text; unchanged if it has no such marks.
 */
export function withSections(text: string, sections: { readonly [name: string]: string }): string {
  return text.replaceAll(/(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(\n<!-- end -->)/g, (all, begin: string, name: string, end: string) => {
    const section = sections[name];
    return section === undefined ? all : `${begin}\n${section}${end}`;
  });
}

/** Returns a table of a contract's operations: the method and its description. */
export async function operationsSection(specPath: string): Promise<string> {
  const rows = operationsOf(await readContract(specPath)).map(({ id, definition }) => [`\`${id}\``, definition["summary"] as string]);
  return table(["method", "what it does"], rows);
}

/**
 * Returns a table of error codes with their class and meaning. The codes are in `error-codes.ts`, next to the file of the classes.
 *
 * @param withFeeds Whether the package has feeds, and so the codes that only these throw.
 */
export async function errorsSection(errorsPath: string, withFeeds: boolean): Promise<string> {
  const [types, errors] = await Promise.all([parse(join(dirname(errorsPath), "error-codes.ts")), parse(errorsPath)]);
  const classes = classesByCode(errors);
  const unions = withFeeds ? ["ErrorCode", "FeedErrorCode"] : ["ErrorCode"];
  const rows = unions.flatMap((name) => codesOf(types, name)).map(({ code, meaning }) => [`\`${code}\``, classes.get(code) ?? "", meaning]);
  return table(["code", "class", "what it means, and what to do"], rows);
}

/** The codes of a union with their comments. Another union that it names is left out. */
function codesOf(types: ts.SourceFile, name: string): { readonly code: string; readonly meaning: string }[] {
  const union = types.statements.find(
    (statement): statement is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  );
  if (union === undefined || !ts.isUnionTypeNode(union.type)) throw new Error(`${types.fileName} has no union ${name}`);
  const members = [...union.type.types];
  return members.flatMap((member, index) => literalsIn(member).map((code) => ({ code, meaning: commentBefore(types, members, index) })));
}

async function parse(path: string): Promise<ts.SourceFile> {
  return ts.createSourceFile(path, await readFile(path, "utf8"), ts.ScriptTarget.Latest, true);
}

/** The class of each code: the first type argument of what it extends names its codes, or an alias of them. */
function classesByCode(source: ts.SourceFile): Map<string, string> {
  const aliases = new Map(source.statements.filter(ts.isTypeAliasDeclaration).map((alias) => [alias.name.text, literalsIn(alias)]));
  const classes = source.statements.filter(ts.isClassDeclaration).flatMap(({ name, heritageClauses = [] }) => {
    const codes = heritageClauses[0]?.types[0]?.typeArguments?.[0];
    return codes === undefined ? [] : (aliases.get(codes.getText()) ?? literalsIn(codes)).map((code) => [code, `\`${name?.text}\``] as const);
  });
  return new Map(classes);
}

function literalsIn(node: ts.Node): string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...literalsIn(child));
  });
  return found;
}

/** The comment between two types of a union: it is before the bar, which belongs to neither. */
function commentBefore(source: ts.SourceFile, members: readonly ts.TypeNode[], index: number): string {
  const from = index === 0 ? (members[0] as ts.TypeNode).parent.getFullStart() : (members[index - 1] as ts.TypeNode).getEnd();
  const between = source.text.slice(from, (members[index] as ts.TypeNode).getStart());
  return (/\/\*\*([\s\S]*?)\*\//.exec(between)?.[1] ?? "").replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
}

/** A table as oxfmt formats it: columns padded to their longest cell, if that fits the line width. */
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
