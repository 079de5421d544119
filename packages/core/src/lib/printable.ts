// C0, DEL, C1, what turns a text (UAX #9), invisible characters and line ends. Not U+200D, which
// joins emoji.
const UNPRINTABLE = /(?!\u200d)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Shows characters as escapes that would move a terminal's cursor, break a line of a log, or make a
 * text look like another one.
 *
 * @returns The text with one `\uXXXX` for each UTF-16 code unit of such a character, as in JSON:
 * JSON text keeps its value.
 */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => character.split("").map(escaped).join(""));
}

/** Returns the escape of a UTF-16 code unit in JSON. */
export function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
