/** A word that texts do not use, and what they say in its place. */
export interface AvoidedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** The words of the table "Words" in CONTRIBUTING: what to say, and the words or phrases to avoid, in backticks. */
export function wordList(contributing: string): readonly AvoidedWord[] {
  const [, section = ""] = /^## Words\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(contributing) ?? [];
  const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].filter(([, say = ""]) => say !== "say" && !/^-+$/.test(say));
  if (rows.length === 0) throw new Error('CONTRIBUTING.md must have a section "Words" with a table of what to say and what to avoid.');
  return rows.flatMap(([, instead = "", avoided = ""]) =>
    Array.from(avoided.matchAll(/`([^`]+)`/g), ([, word = ""]) => ({ instead, pattern: new RegExp(String.raw`(?<![\w'-])${forms(word)}(?![\w'-])`, "gi") })),
  );
}

/** A phrase is found as it is, also across lines; a word with its usual endings. */
function forms(word: string): string {
  if (word.includes(" ")) return word.replaceAll(" ", String.raw`\s+(?:\*\s+|//\s+)?`);
  return word.endsWith("e") ? `${word.slice(0, -1)}(?:e|es|ed|ing)` : `${word}(?:s|es|ed|ing)?`;
}
