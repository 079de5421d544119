// Control characters, which terminals obey; the others break or reorder the line that a reader sees.
const CONTROLS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Writes control characters as JSON escapes such as `\u001b`: what a service sent must not move the cursor, color the screen or begin a line. */
export function escapeControls(text: string): string {
  return text.replaceAll(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
