// RFC 8288 §3 and RFC 9110 §5.6: each is tried at one place only, so that reading is linear. A reference ends at the first ">".
const START = /[\s,]*<([^>]*)>/y;
const PARAMETER = /\s*;\s*([^\s=;,"<>]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/**
 * Reads the targets of the next page out of a `Link` header.
 *
 * Of a link only its first `rel` counts (RFC 8288 §3.3), and none that has an `anchor`: it speaks of another document (§3.2).
 *
 * @returns The references as they are written, each once; none from where the header breaks the grammar.
 */
export function readNextLinks(header: string): readonly string[] {
  const found = new Set<string>();
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(header);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (let link = take(START); link !== null; link = take(START)) {
    let relation: string | undefined;
    let anchored = false;
    for (let parameter = take(PARAMETER); parameter !== null; parameter = take(PARAMETER)) {
      const name = parameter[1]?.toLowerCase();
      if (name === "anchor") anchored = true;
      if (name === "rel") relation ??= parameter[2] ?? parameter[3] ?? "";
    }
    const relations = relation?.toLowerCase().split(/\s+/) ?? [];
    if (relations.includes("next") && !anchored) found.add((link[1] as string).trim());
  }
  return [...found];
}
