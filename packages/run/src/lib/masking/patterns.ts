import { sextetsOf } from "./base64.ts";

/** Shorter texts are not masked, because they would also be found in words and numbers that are no secrets. */
export const SHORTEST_BYTES = 4;

/** What is looked for in an output and in its decoded views. */
export interface Patterns {
  /** Bytes of texts. */
  readonly text: readonly Uint8Array[];
  /** Values of the characters of Base64. */
  readonly base64: readonly Uint8Array[];
}

/** Returns the patterns of secrets: themselves, their lines, and their Base64, alone or inside a longer text. There is none for a text of fewer than {@link SHORTEST_BYTES} bytes. */
export function patternsOf(values: Iterable<string>): Patterns {
  // The bytes of a lone surrogate are those of U+FFFD.
  const secrets = [...values].map((value) => Buffer.from(value).toString()).filter((secret) => Buffer.byteLength(secret) >= SHORTEST_BYTES);
  return { text: distinct(secrets.flatMap(inBytes)), base64: distinct(secrets.flatMap(inBase64)) };
}

function distinct(patterns: readonly Buffer[]): readonly Buffer[] {
  const long = patterns.filter(({ length }) => length >= SHORTEST_BYTES);
  return [...new Map(long.map((pattern) => [pattern.toString("latin1"), pattern])).values()];
}

function inBytes(secret: string): readonly Buffer[] {
  const lines = secret.split(/\r\n|\r|\n/).flatMap((line) => [line, line.trim()]);
  // In forms (application/x-www-form-urlencoded), a space is a plus sign.
  const texts = [secret, secret.replaceAll(/\r?\n/g, "\r\n"), ...lines].flatMap((text) => [text, text.replaceAll(" ", "+")]);
  return [...new Set(texts)].flatMap((text) => [Buffer.from(text), ...inLatin1(text)]);
}

/** Python's `ascii()` writes the characters U+0080 to U+00FF as `\xXX`, and its `repr()` those that cannot be printed. */
function inLatin1(text: string): readonly Buffer[] {
  return [/[\u0080-\u00ff]/, /[\u0080-\u00a0\u00ad]/]
    .filter((short) => short.test(text))
    .map((short) => Buffer.concat(Array.from(text, (character) => Buffer.from(character, short.test(character) ? "latin1" : "utf8"))));
}

/** Base64 (RFC 4648 §4 and §5) has three forms of a text inside a longer one: the outer characters also depend on its neighbors. */
function inBase64(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  const whole = bytes.toString("base64");
  const inside = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [whole, whole.replace(/=+$/, ""), ...inside].map(sextetsOf);
}
