import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ts from "typescript";
import { operationsOf } from "@keywright/generate/contract";
import { readContract, WIDTH } from "@keywright/generate";
import { PAGE_STYLES } from "@keywright/generate/pagination";
import { withSections } from "@keywright/tool-test-kit/command/sections";
import { format } from "oxfmt";

/** Returns a table of a contract's operations: the method and its description. */
export async function operationsSection(specPath: string): Promise<string> {
  const rows = operationsOf(await readContract(specPath)).map(({ id, definition }) => [`\`${id}\``, definition["summary"] as string]);
  return table(["method", "what it does"], rows);
}

/** Returns tables of the pagination styles: with their properties, and with what a position is. */
export function stylesSections(): { readonly [name: string]: string } {
  const head = ["style", "properties", "position", "end of the list"];
  const rows = Object.entries(PAGE_STYLES).map(([style, { required, optional, about }]) => {
    const properties = [required, ...(optional === undefined ? [] : [optional])].map((each) => inCode(Object.keys(each)));
    return [inCode([style]), properties.join("; optional "), about.position, about.end];
  });
  const [names = "", whole = ""] = [2, 4].map((columns) => table(head, rows, columns));
  return { "style-properties": names, styles: whole };
}

/** Returns a Markdown file with its generated sections, as oxfmt formats it. */
export async function withTables(text: string, sections: { readonly [name: string]: string }): Promise<string> {
  return (await format("README.md", withSections(text, sections), { printWidth: WIDTH, proseWrap: "never" })).code;
}

/** Returns a table of error codes, classes, meanings: of core, then others, then feeds. */
export async function codesSection(errorsPath: string, others: readonly string[]): Promise<string> {
  const found = await Promise.all([errorsPath, ...others].map(errorsIn));
  const classOf = new Map(found.flatMap(({ classes }) => classes).flatMap((error) => error.codes.map((code) => [code, error.name])));
  const all = new Map([...found.flatMap(({ calls }) => calls), ...found.flatMap(({ feeds }) => feeds)].map(({ code, meaning }) => [code, meaning]));
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
  const found = await Promise.all([errorsPath, ...(existsSync(ownPath) ? [ownPath] : [])].map(errorsIn));
  const thrown = new Set(found.flatMap(({ calls, feeds }) => [...calls, ...(withFeeds ? feeds : [])]).map(({ code }) => code));
  const rows = found
    .flatMap(({ classes }) => classes)
    .map((error) => ({ ...error, codes: error.codes.filter((code) => thrown.has(code)) }))
    .filter((error) => error.codes.length > 0)
    .map((error) => [inCode([error.name]), inCode(error.codes), error.when]);
  return `${table(["class", "code", "when"], rows)}\nWhat to do about each code: [error codes of \`@keywright/core\`](../../tools/docs/error-codes.md).\n`;
}

interface ErrorClass {
  readonly name: string;
  readonly codes: readonly string[];
  /** The first sentence of its comment. */
  readonly when: string;
}

/** The codes of every call of a package, those of feeds, and its classes. */
async function errorsIn(path: string) {
  const codesPath = join(dirname(path), "error-codes.ts");
  const errors = await parse(path);
  const types = existsSync(codesPath) ? await parse(codesPath) : errors;
  const unions = types.statements.filter(ts.isTypeAliasDeclaration).filter(({ name }) => name.text.endsWith("ErrorCode"));
  const codes = (isOfFeeds: boolean): Code[] => unions.filter(({ name }) => (name.text === "FeedErrorCode") === isOfFeeds).flatMap(codesOf);
  return { calls: codes(false), feeds: codes(true), classes: classesOf(errors) };
}

interface Code {
  readonly code: string;
  readonly meaning: string;
}

/** The codes of a union with their comments, without those of another union that it names. */
function codesOf({ type }: ts.TypeAliasDeclaration): Code[] {
  const members = ts.isUnionTypeNode(type) ? [...type.types] : [type];
  return members.flatMap((member, index) => {
    // A comment is before the bar, which belongs to neither type.
    const between = type.getSourceFile().text.slice(members[index - 1]?.getEnd() ?? type.getFullStart(), member.getStart());
    const meaning = (/\/\*\*([\s\S]*?)\*\//.exec(between)?.[1] ?? "").replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
    return literalsIn(member).map((code) => ({ code, meaning }));
  });
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

/** Names as code. */
function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[], columns = head.length): string {
  const cells = [head, head.map(() => "---"), ...rows].map((row) => row.slice(0, columns).map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")));
  return cells.map((row) => `| ${row.join(" | ")} |\n`).join("");
}
