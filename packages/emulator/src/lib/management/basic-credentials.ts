/** The client id and secret of a request. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Reads Basic credentials: RFC 7617, as the source says. They are UTF-8, not form-encoded as in RFC 6749 §2.3.1; the secret may have colons in it.
 *
 * @param header The value of `Authorization`.
 * @returns `"missing"` where the header is of another scheme, `"invalid"` where it is no such credentials.
 */
export function basicCredentials(header: string): Credentials | "missing" | "invalid" {
  // RFC 9110 §11.1: the scheme's case does not matter.
  const [, scheme = "", encoded = ""] = /^([^ ]*) *(.*)$/.exec(header) ?? [];
  if (scheme.toLowerCase() !== "basic") return "missing";
  const bytes = Buffer.from(encoded, "base64");
  const text = bytes.toString("utf8");
  const colon = text.indexOf(":");
  // What is not Base64, or not UTF-8, does not come out as it went in.
  if (bytes.toString("base64") !== encoded || !Buffer.from(text).equals(bytes) || colon < 1) return "invalid";
  // RFC 7617 §2: no control characters.
  if (/\p{Cc}/u.test(text)) return "invalid";
  return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) };
}
