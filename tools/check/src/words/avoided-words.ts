import { textsOf } from "./texts.ts";

/** A word that texts do not use, and what they say in its place. */
export interface AvoidedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** The table of words in CONTRIBUTING: what to say, and in backticks what to avoid. */
export function wordList(contributing: string): readonly AvoidedWord[] {
  const [, section = ""] = /^## Words\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(contributing) ?? [];
  const words = [...section.matchAll(/^\| (.+?) +\| (.*`.*) +\|$/gm)].flatMap(([, instead = "", avoided = ""]) =>
    Array.from(avoided.matchAll(/`([^`]+)`/g), ([, word = ""]) => ({ instead, pattern: new RegExp(String.raw`(?<![\w'-])${forms(word)}(?![\w'-])`, "gi") })),
  );
  if (words.length === 0) throw new Error('CONTRIBUTING.md must have a section "Words" with a table of what to say and what to avoid.');
  return words;
}

/** A phrase is found as it is, also across lines; a word with its usual endings. */
function forms(word: string): string {
  if (word.includes(" ")) return word.replaceAll(" ", String.raw`\s+(?:\*\s+|//\s+)?`);
  return word.endsWith("e") ? `${word.slice(0, -1)}(?:e|es|ed|ing)` : `${word}(?:s|es|ed|ing)?`;
}

/** Avoided words in a file, with line and replacement, except in the text that a row names. */
export function findWords(path: string, content: string, words: readonly AvoidedWord[]): readonly string[] {
  const applying = words.filter(({ instead }) => !instead.includes(`\`${path}\``));
  const found = textsOf(path, content).flatMap(({ text, start }) =>
    applying.flatMap(({ pattern, instead }) => Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({ word, instead, at: start + index }))),
  );
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ at, word, instead }) => `${path}:${content.slice(0, at).split("\n").length}: avoid "${word.replaceAll(/\s+/g, " ")}"; say ${instead}`);
}
