import { textsOf } from "./texts.ts";
import type { AvoidedWord } from "./word-list.ts";

/** The avoided words in the texts of a file, each with its line and what to say. The text that a row points to may use the words of this row. */
export function findWords(path: string, content: string, words: readonly AvoidedWord[]): readonly string[] {
  const applying = words.filter(({ instead }) => !instead.includes(`\`${path}\``));
  const found = textsOf(path, content).flatMap(({ text, start }) =>
    applying.flatMap(({ pattern, instead }) => Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({ word, instead, at: start + index }))),
  );
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ at, word, instead }) => `${path}:${content.slice(0, at).split("\n").length}: avoid "${word.replaceAll(/\s+/g, " ")}"; say ${instead}`);
}
