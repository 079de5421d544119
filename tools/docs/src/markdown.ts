/** A text that stands among Markdown: what a page would take for its own markup is no markup. Code in it stays code. */
export function prose(text: unknown): string {
  return String(text ?? "")
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith("`") ? code(part.slice(1, -1)) : part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;")))
    .join("")
    .trim();
}

/** The same in a cell of a table. */
export function cell(text: unknown): string {
  return prose(text)
    .replaceAll(/\n\s*[-*] /g, "<br>• ")
    .replaceAll(/\n\s*\n/g, "<br><br>")
    .replaceAll("\n", " ")
    .replaceAll("|", "\\|");
}

/** Code within a line, as HTML: Markdown's own has no way to write every character in a table. */
export function code(text: string): string {
  // What Markdown reads as its own inside of HTML: emphasis, links, escapes, cells.
  const escaped = text.replaceAll(/[&<>{|[\]()*_\\`]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<code>${escaped}</code>`;
}

/** A block of code. A label makes it a tab among others. */
export function block(language: string, text: string, label?: string): string {
  return `\`\`\`${language}${label === undefined ? "" : ` [${label}]`}\n${text.trimEnd()}\n\`\`\``;
}

/** Blocks of which one is seen at a time; one alone stands by itself. */
export function tabs(blocks: readonly string[]): string {
  return blocks.length < 2 ? blocks.join("") : `::: code-group\n\n${blocks.join("\n\n")}\n\n:::`;
}

/** A table; nothing where it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The parts of a page that are there, with an empty line between them. */
export function page(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined && part !== "").join("\n\n")}\n`;
}
