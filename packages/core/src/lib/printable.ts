// Control characters (C0, DEL, C1), what turns the direction of a text (UAX #9), invisible ones, and the line ends of Unicode.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Shows characters as escapes that would move a terminal's cursor, break a line of a log, or make a text look like another one. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}
