/** Shorter texts are not masked, because they would also be found in words and numbers that are no secrets. */
export const SHORTEST_BYTES = 4;

/**
 * Returns the forms in which programs print a secret: itself, its lines, escaped for JSON, URLs and shells, and in Base64, alone or inside a longer text.
 *
 * @returns No form of fewer than {@link SHORTEST_BYTES} bytes.
 */
export function formsOf(value: string): readonly Buffer[] {
  // The bytes of a lone surrogate are those of U+FFFD.
  const secret = Buffer.from(value).toString();
  const lines = secret.split(/\r\n|\r|\n/).flatMap((line) => [line, line.trim()]);
  const texts = [secret, secret.replaceAll(/\r?\n/g, "\r\n"), ...lines];
  const forms = [...texts.flatMap((text) => [text, ...escaped(text)]), ...inBase64(secret)];
  return [...new Set(forms)].map((form) => Buffer.from(form)).filter(({ length }) => length >= SHORTEST_BYTES);
}

/** Returns what encoders of different languages make of a text. */
function escaped(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const inHtml = json.replaceAll(/[<>&]/g, codeUnit);
  const inAscii = json.replaceAll(/[\u0080-\uffff]/g, codeUnit);
  const url = encodeURIComponent(text);
  const strict = url.replaceAll(/[!'()*]/g, percent);
  const urls = [url, strict, strict.replaceAll("%2F", "/"), encodeURI(text), strict.replaceAll("~", percent).replaceAll("%2A", "*"), inUserInfo(text)];
  const all = [json, inHtml, inAscii, inAscii.replaceAll("/", "\\/"), ...urls, ...urls.map((each) => each.replaceAll("%20", "+"))];
  const lower = all.map((each) => each.replaceAll(/%../g, (code) => code.toLowerCase()));
  return [...all, ...lower, ...["'\\''", `'"'"'`, "\\'"].map((quote) => text.replaceAll("'", quote))];
}

function codeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Returns a password as the `URL` class prints it. */
function inUserInfo(text: string): string {
  const url = new URL("http://a");
  url.password = text;
  return url.password;
}

/** Base64 (RFC 4648 §4 and §5) has three forms of a text inside a longer one: the outer characters also depend on its neighbors. */
function inBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const whole = bytes.toString("base64");
  const inside = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const ownEnd = Math.floor(((before + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((before * 8) / 6), ownEnd);
  });
  const forms = [whole, whole.replace(/=+$/, ""), ...inside];
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}
