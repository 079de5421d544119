import { InvalidInput } from "./issues.ts";

/**
 * Returns the unescaped tokens of a JSON Pointer. An empty pointer means the whole document.
 *
 * @throws InvalidInput if it is not a JSON Pointer.
 */
export function parsePointer(pointer: unknown): readonly string[] {
  // RFC 6901 §3: each token follows a slash, and each tilde precedes 0 or 1.
  if (typeof pointer !== "string" || (pointer !== "" && !pointer.startsWith("/")) || /~(?![01])/.test(pointer))
    throw new InvalidInput("the path must be a JSON Pointer");
  // RFC 6901 §4: `~1` first, so that `~01` becomes `~1`, not a slash.
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns a JSON Pointer from tokens. */
export function writePointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
