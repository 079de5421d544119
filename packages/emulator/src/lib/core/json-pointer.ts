import { InvalidInput } from "./invalid-input.ts";

/**
 * Reads a JSON Pointer as its tokens, unescaped; the empty text is the whole document.
 *
 * @throws InvalidInput where it is none.
 */
export function parsePointer(pointer: unknown): readonly string[] {
  // RFC 6901 §3: each token stands behind a slash, and a tilde only before 0 or 1.
  if (typeof pointer !== "string" || (pointer !== "" && !pointer.startsWith("/")) || /~(?![01])/.test(pointer))
    throw new InvalidInput("the path must be a JSON Pointer");
  // RFC 6901 §4: `~1` first, so that `~01` becomes `~1` and not a slash.
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Writes tokens as a JSON Pointer. */
export function writePointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
