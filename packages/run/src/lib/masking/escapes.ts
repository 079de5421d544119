/** The bytes of an escape sequence. */
export interface Decoded {
  /** The length of the sequence. */
  readonly taken: number;
  readonly bytes: Iterable<number>;
}

/**
 * Decodes the escape sequence at the beginning of a text. No encoder escapes letters and digits.
 *
 * @returns `undefined` if the sequence is not yet complete, and `NOT_ESCAPED` if there is none.
 */
export type Decode = (text: readonly number[]) => Decoded | undefined;

/** The first byte is no escape sequence. */
export const NOT_ESCAPED: Decoded = { taken: 1, bytes: [] };

const code = (character: string): number => character.charCodeAt(0);
const HEX = /[\da-f]/i;
const BACKSLASH = code("\\");
const CONTROLS = new Map(Object.entries({ a: 7, b: 8, e: 27, E: 27, f: 12, n: 10, r: 13, t: 9, v: 11 }).map(([letter, value]) => [code(letter), value]));
const HEX_DIGITS = new Map(Object.entries({ x: 2, u: 4, U: 8 }).map(([letter, digits]) => [code(letter), digits]));
/** A backslash before a byte that is no letter and no digit. */
const QUOTED: readonly (Decoded | undefined)[] = Array.from({ length: 256 }, (_, byte) => (isWord(byte) ? undefined : { taken: 2, bytes: [byte] }));
const QUOTES = ["'\\''", `'"'"'`].map((sequence) => Array.from(sequence, code));

/** Whether a byte is a letter or a digit of ASCII. */
export function isWord(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

/** Whether a byte can be the second one of a sequence that begins with `%` or a quote. */
export function canFollow(first: number, next: number): boolean {
  return first === code("%") ? HEX.test(String.fromCharCode(next)) : next === BACKSLASH || next === code('"');
}

/** Decodes `%XX` (RFC 3986 §2.1). */
export function decodePercent(text: readonly number[]): Decoded | undefined {
  return afterDigits(text, 1, 2, 16, (byte) => escaped(3, [byte]));
}

/** Decodes a single quote inside single quotes, as shells write it: `'\''` or `'"'"'`. */
export function decodeQuote(text: readonly number[]): Decoded | undefined {
  for (const sequence of QUOTES) {
    const { length } = sequence;
    if (sequence.every((byte, index) => index >= text.length || text[index] === byte))
      return text.length < length ? undefined : { taken: length, bytes: [code("'")] };
  }
  return NOT_ESCAPED;
}

/** Decodes a sequence with a backslash: of JSON (RFC 8259 §7), JavaScript, Python, C and shells. */
export function decodeBackslash(text: readonly number[]): Decoded | undefined {
  const kind = text[1];
  if (kind === undefined) return undefined;
  const quoted = QUOTED[kind];
  if (quoted !== undefined) return quoted;
  const control = CONTROLS.get(kind);
  if (control !== undefined) return { taken: 2, bytes: [control] };
  const digits = HEX_DIGITS.get(kind);
  if (digits === undefined) return afterDigits(text, 1, 3, 8, (byte) => (byte < 256 ? escaped(4, [byte]) : NOT_ESCAPED));
  return afterDigits(text, 2, digits, 16, (value) => {
    if (digits === 2) return escaped(4, [value]);
    if (value >= 0xd800 && value < 0xdc00) return surrogates(text, value);
    return value > 0x10ffff ? NOT_ESCAPED : escaped(2 + digits, Buffer.from(String.fromCodePoint(value)));
  });
}

/** Decodes the second half of a character outside the BMP. */
function surrogates(text: readonly number[], high: number): Decoded | undefined {
  const alone = { taken: 6, bytes: Buffer.from("\ufffd") };
  const [backslash = BACKSLASH, letter = code("u")] = text.slice(6, 8);
  if (backslash !== BACKSLASH || letter !== code("u")) return alone;
  const both = afterDigits(text, 8, 4, 16, (low) => ({ taken: 12, bytes: Buffer.from(String.fromCharCode(high, low)) }));
  return both === NOT_ESCAPED ? alone : both;
}

function escaped(taken: number, bytes: Iterable<number>): Decoded {
  const [first = 0] = bytes;
  return isWord(first) ? NOT_ESCAPED : { taken, bytes };
}

function afterDigits(text: readonly number[], from: number, count: number, base: number, decode: (value: number) => Decoded | undefined): Decoded | undefined {
  let value = 0;
  for (let index = from; index < from + count; index += 1) {
    const byte = text[index];
    if (byte === undefined) return undefined;
    const digit = Number.parseInt(String.fromCharCode(byte), base);
    if (Number.isNaN(digit)) return NOT_ESCAPED;
    value = value * base + digit;
  }
  return decode(value);
}
