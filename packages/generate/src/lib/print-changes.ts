import type { Change } from "./diff/change.ts";
import { LEVELS } from "./diff/rules.ts";

const SIDES: { readonly [direction: string]: string } = { request: "sent by ", response: "returned by " };

/** Returns a change as lines of text. */
export function changeLines({ level, operations, where, what, consequence, exception, rule }: Change): string[] {
  // A schema may be both sent and returned.
  const side = SIDES[rule.split("/")[0] ?? ""] ?? "";
  const place = operations.length === 0 ? "" : ` (${side}${operations.join(", ")})`;
  const reason = exception === undefined ? [] : [`        By exception: ${exception}`];
  return [`  ${level.padEnd(5)} ${where} ${what}${place}`, `        ${consequence}`, ...reason, `        [${rule}]`];
}

/** Returns a change as an item of a Markdown list. */
export function changeItem({ level, operations, where, what, consequence, rule, calls }: Change): string {
  const [kind = ""] = rule.split("/");
  const place = operations.length === 0 ? "The contract" : operations.map((name) => `\`${name}\``).join(", ");
  const side = kind === "request" || kind === "response" ? `${kind}, ` : "";
  const item = `- **${level}** ${place}: ${side}${where} ${what}.${consequence === "Nothing to do." ? "" : ` ${consequence}`}`;
  if (calls === undefined) return item;
  const code = `\`\`\`ts\n// before\n${calls.before}\n${calls.after === undefined ? "// after: none" : `// after\n${calls.after}`}\n\`\`\``;
  return `${item}\n\n${code.replaceAll(/^/gm, "  ")}\n`;
}

/** Returns all changes in a format, with their number. */
export function printChanges(changes: readonly Change[], format: "text" | "markdown" | "json"): string {
  if (format === "json") return JSON.stringify(changes, undefined, 2);
  const counts = LEVELS.map((level) => `${changes.filter((change) => change.level === level).length} ${level}`).join(", ");
  const sum = `${changes.length} ${changes.length === 1 ? "change" : "changes"}: ${counts}`;
  return format === "markdown" ? [`${sum}\n`, ...changes.map(changeItem)].join("\n") : [...changes.flatMap(changeLines), sum].join("\n");
}
