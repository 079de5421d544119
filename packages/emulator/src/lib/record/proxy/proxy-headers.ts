// RFC 9110 §7.6.1 and §11.7: these headers concern one connection.
const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Header names and values in turn, as Node has them: names as sent, repeated headers apart. */
export type RawHeaders = readonly string[];

/** Returns headers without those of the connection, and without other names, in lower case. */
export function forwardedHeaders(raw: RawHeaders, others: readonly string[] = []): string[] {
  const named = valuesOf(raw, "connection").flatMap((value) => value.split(",").map((name) => name.trim().toLowerCase()));
  // Without its length, a body could be read as the next request.
  const left = new Set([...HOP_BY_HOP, ...named.filter((name) => name !== "content-length"), ...others]);
  return raw.filter((_, index) => !left.has((raw[index - (index % 2)] ?? "").toLowerCase()));
}

/** Returns the values of a header by its name in lower case. */
export function valuesOf(raw: RawHeaders, name: string): readonly string[] {
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}

/** Returns a function that reads a header; repeated ones are joined by a comma. */
export function headerIn(raw: RawHeaders): (name: string) => string | undefined {
  return (name) => {
    const values = valuesOf(raw, name);
    return values.length === 0 ? undefined : values.join(", ");
  };
}
