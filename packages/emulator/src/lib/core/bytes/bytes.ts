// Only Web standards, so that an emulator runs in Node and in a browser.
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns a text as UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Returns UTF-8 as text. Invalid bytes are replaced. */
export const fromUtf8 = (bytes: Uint8Array | undefined): string => decoder.decode(bytes);

/** Returns the length of a body in bytes. */
export function lengthOf(body: string | Uint8Array): number {
  return typeof body === "string" ? utf8(body).length : body.byteLength;
}

/** Returns bytes in Base64 (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}

/** Returns the bytes of a text in Base64, also without padding; `undefined` if it is invalid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string;
  try {
    binary = atob(text.replace(/=+$/, ""));
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  // Twenty times faster than `Uint8Array.from`.
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Returns a text in Base64 as {@link toBase64} writes it; `undefined` if it is invalid. */
export function normalizeBase64(text: string): string | undefined {
  // Most texts are so already, and to decode and encode a large file takes milliseconds.
  if (text.length % 4 === 0 && /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/.test(text)) return text;
  const bytes = fromBase64(text);
  return bytes && toBase64(bytes);
}

/** Returns the number of bytes in a text that {@link toBase64} wrote. */
export function base64Length(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}

/** Returns bytes, or a text as UTF-8, in Base64url without padding (RFC 4648 §5). */
export function toBase64Url(given: string | Uint8Array): string {
  const text = toBase64(typeof given === "string" ? utf8(given) : given);
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the text of Base64url; empty if it is invalid. Invalid UTF-8 is replaced. */
export function fromBase64Url(text: string): string {
  return fromUtf8(fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")));
}

/** Returns bytes as text with one character each. */
export function latin1(bytes: Uint8Array): string {
  let text = "";
  // More arguments can overflow the stack; to spread an array takes several times as long.
  for (let at = 0; at < bytes.length; at += 8192) text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + 8192));
  return text;
}
