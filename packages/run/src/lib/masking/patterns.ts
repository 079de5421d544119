/** Shorter texts are not masked, because they also occur in other words and numbers. */
export const SHORTEST_BYTES = 4;

/** What is looked for in an output and in its decoded views. */
export interface Patterns {
  /** Texts with a character for each byte. */
  readonly text: readonly string[];
  /** Characters of Base64. */
  readonly base64: readonly string[];
}

/** Returns the patterns of secrets of at least {@link SHORTEST_BYTES}: whole, lines and Base64. */
export function patternsOf(values: Iterable<string>): Patterns {
  // The bytes of a lone surrogate are those of U+FFFD.
  const secrets = [...values].map((value) => Buffer.from(value).toString()).filter((secret) => Buffer.byteLength(secret) >= SHORTEST_BYTES);
  return { text: secrets.flatMap(inBytes), base64: secrets.flatMap(inBase64) };
}

function isLong({ length }: string): boolean {
  return length >= SHORTEST_BYTES;
}

/** A plus sign is a space in forms (application/x-www-form-urlencoded): both become a space. */
export function asSpace(byte: number): number {
  return byte === 0x2b ? 0x20 : byte;
}

function inBytes(secret: string): readonly string[] {
  const lines = secret.split(/\r\n|\r|\n/);
  const texts = new Set([secret, ...lines, ...lines.map((line) => line.trim())]);
  if (lines.length > 1) texts.add(secret.replaceAll(/\r?\n/g, "\r\n"));
  return [...texts].flatMap((text) => inEncodings(text.replaceAll("+", " "))).filter(isLong);
}

/** Python writes U+0080 to U+00FF as `\xXX`: all in `ascii()`, those not printable in `repr()`. */
function inEncodings(text: string): readonly string[] {
  if (/^[\0-\x7f]*$/.test(text)) return [text];
  return [/[\u0080-\u00ff]/, /[\u0080-\u00a0\u00ad]/]
    .filter((short) => short.test(text))
    .map((short) => text.replaceAll(/[^\0-\x7f]/gu, (character) => (short.test(character) ? character : inUtf8(character))))
    .concat(inUtf8(text));
}

function inUtf8(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Base64 (RFC 4648 §4, §5) has three forms of a text inside a longer one, by its neighbors. */
function inBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(`\0\0${secret}`);
  const inside = [0, 1, 2].map((before) => {
    const characters = ((before + bytes.length - 2) * 8) / 6;
    return bytes.toString("base64", 2 - before).slice(Math.ceil((before * 8) / 6), Math.floor(characters));
  });
  const whole = bytes.toString("base64", 2);
  return [whole, whole.replace(/=+$/, ""), ...inside].filter(isLong);
}
