import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ts from "typescript";
import { operationsOf } from "@keywright/generate/contract";
import { readContract, WIDTH } from "@keywright/generate";

/** Returns a table of a contract's operations: the method and its description. */
export async function operationsSection(specPath: string): Promise<string> {
  const rows = operationsOf(await readContract(specPath)).map(({ id, definition }) => [`\`${id}\``, definition["summary"] as string]);
  return table(["method", "what it does"], rows);
}

/** Returns a table of error codes, classes, meanings: of core, then others, then feeds. */
export async function codesSection(errorsPath: string, others: readonly string[]): Promise<string> {
  const [{ calls, feeds, classes }, ...own] = await Promise.all([coreErrors(errorsPath), ...others.map(ownErrors)]);
  const classOf = new Map([...classes, ...own.flatMap((errors) => errors.classes)].flatMap((error) => error.codes.map((code) => [code, error.name])));
  const all = new Map([...calls, ...own.flatMap(({ codes }) => codes), ...feeds].map(({ code, meaning }) => [code, meaning]));
  const rows = [...all].map(([code, meaning]) => [`\`${code}\``, `\`${classOf.get(code)}\``, meaning]);
  return table(["code", "class", "what it means, and what to do"], rows);
}

/**
 * A table of the error classes that a package throws: their codes, and when.
 *
 * @param errorsPath The file of core's classes, with `error-codes.ts` next to it.
 * @param ownPath The file of the package's own classes and codes; need not exist.
 * @param withFeeds Whether the package has feeds, which throw codes that no other call throws.
 */
export async function errorsSection(errorsPath: string, ownPath: string, withFeeds: boolean): Promise<string> {
  const [core, own] = await Promise.all([coreErrors(errorsPath), existsSync(ownPath) ? ownErrors(ownPath) : undefined]);
  const thrown = new Set([...core.calls, ...(own?.codes ?? []), ...(withFeeds ? core.feeds : [])].map(({ code }) => code));
  const rows = [...core.classes, ...(own?.classes ?? [])]
    .map((error) => ({ ...error, codes: error.codes.filter((code) => thrown.has(code)) }))
    .filter((error) => error.codes.length > 0)
    .map((error) => [`\`${error.name}\``, error.codes.map((code) => `\`${code}\``).join(", "), error.when]);
  return `${table(["class", "code", "when"], rows)}\nWhat to do about each code: [error codes of \`@keywright/core\`](../../tools/docs/error-codes.md).\n`;
}

interface ErrorClass {
  readonly name: string;
  readonly codes: readonly string[];
  /** The first sentence of its comment. */
  readonly when: string;
}

/** The codes of every call, those of feeds, and the classes of core. */
async function coreErrors(errorsPath: string) {
  const [types, errors] = await Promise.all([parse(join(dirname(errorsPath), "error-codes.ts")), parse(errorsPath)]);
  return { calls: codesOf(types, "ErrorCode"), feeds: codesOf(types, "FeedErrorCode"), classes: classesOf(errors) };
}

/** The codes and classes of another package: one file has both. */
async function ownErrors(path: string): Promise<{ readonly codes: readonly Code[]; readonly classes: readonly ErrorClass[] }> {
  const source = await parse(path);
  return {
    codes: source.statements.filter(ts.isTypeAliasDeclaration).flatMap(({ name: { text } }) => (text.endsWith("ErrorCode") ? codesOf(source, text) : [])),
    classes: classesOf(source),
  };
}

interface Code {
  readonly code: string;
  readonly meaning: string;
}

/** The codes of a union with their comments, without those of another union that it names. */
function codesOf(types: ts.SourceFile, name: string): Code[] {
  const union = types.statements.find(
    (statement): statement is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  );
  if (union === undefined) throw new Error(`${types.fileName} has no union ${name}`);
  const members = ts.isUnionTypeNode(union.type) ? [...union.type.types] : [union.type];
  return members.flatMap((member, index) => literalsIn(member).map((code) => ({ code, meaning: commentBefore(types, members, index) })));
}

async function parse(path: string): Promise<ts.SourceFile> {
  return ts.createSourceFile(path, await readFile(path, "utf8"), ts.ScriptTarget.Latest, true);
}

/** The classes of errors. The type argument of the extended class names their codes. */
function classesOf(source: ts.SourceFile): ErrorClass[] {
  const aliases = new Map(source.statements.filter(ts.isTypeAliasDeclaration).map((alias) => [alias.name.text, literalsIn(alias)]));
  return source.statements.filter(ts.isClassDeclaration).flatMap((declaration) => {
    const codes = declaration.heritageClauses?.[0]?.types[0]?.typeArguments?.[0];
    const [comment] = ts.getJSDocCommentsAndTags(declaration);
    const [when = ""] = /^.*?\./.exec(ts.getTextOfJSDocComment(comment?.comment) ?? "") ?? [];
    return codes === undefined ? [] : [{ name: declaration.name?.text ?? "", codes: aliases.get(codes.getText()) ?? literalsIn(codes), when }];
  });
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
  const first = members[0] as ts.TypeNode;
  const begin = ts.isUnionTypeNode(first.parent) ? first.parent : first;
  const from = index === 0 ? begin.getFullStart() : (members[index - 1] as ts.TypeNode).getEnd();
  const between = source.text.slice(from, (members[index] as ts.TypeNode).getStart());
  return (/\/\*\*([\s\S]*?)\*\//.exec(between)?.[1] ?? "").replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
}

/** A table as oxfmt formats it: columns padded to their longest cell, if that fits. */
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
