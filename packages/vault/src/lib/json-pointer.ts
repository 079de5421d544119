/**
 * Returns the JSON Pointer of a value, from the names on its path.
 *
 * RFC 6901 §3: a tilde becomes `~0` and a slash `~1`, the tilde first.
 */
export function writePointer(...names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
