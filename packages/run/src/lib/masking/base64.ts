const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
const PADDING = 64;
const OTHER = 65;
const LINE_END = 66;
const BLANK = 67;

/** By byte: the value of a character of Base64 (RFC 4648 §4 and §5), or one of the kinds above. */
export const KINDS = new Uint8Array(256).fill(OTHER);
for (const [value, character] of [...ALPHABET].entries()) KINDS[character.charCodeAt(0)] = value;
for (const [character, kind] of Object.entries({ "-": 62, _: 63, "\r": LINE_END, "\n": LINE_END, " ": BLANK, "\t": BLANK }))
  KINDS[character.charCodeAt(0)] = kind;

/** Line lengths of Ruby, PEM (RFC 7468) and OpenSSL, and MIME (RFC 2045) and coreutils. */
const LINES: readonly number[] = [60, 64, 76];

/** Where a text is in its lines of Base64. */
export interface Base64Lines {
  /** The number of characters of Base64 at the end of the line. */
  run: number;
  /** Whether a full line of Base64 has ended, so that the next line continues it. */
  isBroken: boolean;
}

/** Returns a byte's value; `undefined` for a line break; -1 if Base64 cannot continue after it. */
export function readSextet(lines: Base64Lines, byte: number): number | undefined {
  const kind = KINDS[byte] ?? OTHER;
  if (kind <= PADDING) {
    lines.run = kind === PADDING ? 0 : lines.isBroken ? 1 : lines.run + 1;
    lines.isBroken = false;
    return kind;
  }
  lines.isBroken = lines.isBroken ? kind !== OTHER : kind === LINE_END && LINES.includes(lines.run);
  if (lines.isBroken) return undefined;
  lines.run = 0;
  return -1;
}
