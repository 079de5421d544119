import { ArgumentError, checkOptions, rejectArgument } from "@keywright/core/client";
import { REFERENCE_RULES, type ReferenceOptions, readReference } from "./secret-reference.ts";

/** A text with references to secrets. */
export interface SecretTemplate {
  /** The distinct references, in the order of the text. */
  readonly references: readonly string[];
  /** Returns the text with its values. A value is not read as a template. */
  fill(valueOf: (reference: string) => string): string;
}

const PLACEHOLDER = /\{\{(?<inside>[^]*?)\}\}/g;
const LITERAL = '"{{"';

/**
 * Reads a text, such as a configuration file, with `{{ reference }}` for secrets and `{{ "{{" }}`
 * for `{{`.
 *
 * @param text The text. Names that contain `}}` are escaped in references as `%7D%7D`.
 * @throws ArgumentError with the line of each `{{` that does not begin a reference; without the
 * text, because it may be a misplaced secret.
 * @example
 * ```ts
 * const template = parseTemplate("postgres://app:{{ Production/Database/password }}@db/app");
 * const references = Object.fromEntries(template.references.map((name) => [name, name]));
 * const values = await resolveSecrets(vault, references);
 * const address = template.fill((reference) => values[reference] ?? "");
 * ```
 */
export function parseTemplate(text: string, options: ReferenceOptions = {}): SecretTemplate {
  const by = "parseTemplate";
  if (typeof text !== "string") rejectArgument(by, "text", "must be a string", text);
  checkOptions(by, options, REFERENCE_RULES);
  const problems: string[] = [];
  const references = new Set<string>();
  const parts: { readonly text: string; readonly reference?: string }[] = [];
  let end = 0;
  const problem = (index: number, reason: string): void => void problems.push(`\n  line ${text.slice(0, index).split("\n").length}: ${reason}`);
  for (const { index, 0: all, groups } of text.matchAll(PLACEHOLDER)) {
    const reference = groups?.["inside"]?.trim() ?? "";
    parts.push({ text: text.slice(end, index) }, reference === LITERAL ? { text: "{{" } : { text: "", reference });
    end = index + all.length;
    if (reference === LITERAL) continue;
    try {
      readReference(reference, "", options.scheme);
      references.add(reference);
    } catch (error) {
      problem(index, (error as Error).message);
    }
  }
  const open = text.indexOf("{{", end);
  if (open !== -1) problem(open, "{{ has no }}");
  if (problems.length > 0)
    throw new ArgumentError("invalid-argument", `text has {{ that does not begin a reference; write {{ ${LITERAL} }} for {{ itself:${problems.join("")}`, {
      by,
      argument: "text",
    });
  parts.push({ text: text.slice(end) });
  return {
    references: [...references],
    fill(valueOf) {
      if (typeof valueOf !== "function") rejectArgument("fill", "valueOf", "must be a function that returns the value of a reference", valueOf);
      return parts.map((part) => (part.reference === undefined ? part.text : checkedValue(valueOf(part.reference)))).join("");
    },
  };
}

function checkedValue(value: unknown): string {
  return typeof value === "string" ? value : rejectArgument("fill", "valueOf", "must return a string", value);
}
