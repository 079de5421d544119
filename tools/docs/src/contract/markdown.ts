/** A text as Markdown in which nothing is markup except code. */
export function prose(text: unknown): string {
  return withCode(text, (span) => span).trim();
}

/** A text in a cell of a table. */
export function cell(text: unknown): string {
  return withCode(text, (span) => code(span.slice(1, -1)))
    .trim()
    .replaceAll(/\n\s*[-*] /g, "<br>• ")
    .replaceAll(/\n\s*\n/g, "<br><br>")
    .replaceAll("\n", " ")
    .replaceAll("|", "\\|");
}

/** A text whose spans of code a function writes, and without tags or expressions elsewhere. */
export function withCode(text: unknown, codeOf: (span: string) => string): string {
  return String(text ?? "")
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith("`") ? codeOf(part) : escaped(part)))
    .join("");
}

/** A text in which a page reads no tag and no expression. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;");
}

/** Code within a line, as HTML, because Markdown cannot write every character in a table. */
export function code(text: string): string {
  // Markdown reads these as emphasis, links, escapes and cells, also inside of HTML.
  const written = text.replaceAll(/[&<>{|[\]()*_\\`]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<code>${written}</code>`;
}

/** A block of code. A label makes it a tab among others. */
export function block(language: string, text: string, label?: string): string {
  return `\`\`\`${language}${label === undefined ? "" : ` [${label}]`}\n${text.trimEnd()}\n\`\`\``;
}

/** Blocks of which one is shown at a time; a single block has no tabs. */
export function tabs(blocks: readonly string[]): string {
  return blocks.length < 2 ? blocks.join("") : `::: code-group\n\n${blocks.join("\n\n")}\n\n:::`;
}

/** A table; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A page, or a section of one, of all parts that are not empty. */
export function page(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** The properties before a page, as YAML, which takes JSON as it is. */
export function frontMatter(properties: object): string {
  const lines = Object.entries(properties).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n`;
}

/** The properties before a text, each a line with a text or a number, and the text itself. */
export function splitFrontMatter(text: string): readonly [{ readonly [name: string]: string }, string] {
  const [whole = "", lines = ""] = /^---\n([\s\S]*?)^---\n+/m.exec(text.startsWith("---\n") ? text : "") ?? [];
  const properties = Array.from(lines.matchAll(/^(\w+):\s*(.*?)\s*$/gm), ([, name = "", value = ""]) => [name, value.replace(/^(["'])(.*)\1$/, "$2")] as const);
  return [Object.fromEntries(properties), text.slice(whole.length)];
}
