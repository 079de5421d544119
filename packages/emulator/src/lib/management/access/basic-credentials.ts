/** The client id and secret of a request. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Reads Basic credentials (RFC 7617) as UTF-8, without the form encoding of RFC 6749 §2.3.1.
 *
 * @param header The value of `Authorization`.
 * @returns `"missing"` if the header has another scheme, `"invalid"` if it is malformed.
 */
export function basicCredentials(header: string): Credentials | "missing" | "invalid" {
  // RFC 9110 §11.1: the scheme is case-insensitive.
  const [, scheme = "", encoded = ""] = /^([^ ]*) *(.*)$/.exec(header) ?? [];
  if (scheme.toLowerCase() !== "basic") return "missing";
  const bytes = Buffer.from(encoded, "base64");
  const text = bytes.toString("utf8");
  const colon = text.indexOf(":");
  // Encoding it again returns another text if it is not Base64 or not UTF-8.
  if (bytes.toString("base64") !== encoded || !Buffer.from(text).equals(bytes) || colon < 1) return "invalid";
  // RFC 7617 §2: no control characters.
  if (/\p{Cc}/u.test(text)) return "invalid";
  return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) };
}
