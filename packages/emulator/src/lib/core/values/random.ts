/** Seeded randomness: the same seed returns the same ids, tokens, passwords and faults. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer in a range, both ends included. */
  integer(from: number, to: number): number;
  /** Returns an element of a nonempty array. */
  pick<T>(list: readonly T[]): T;
  /** Returns 26 characters of a to z and 2 to 7: an id of a vault, or in upper case of an event. */
  id(): string;
  /** Returns a UUID of version 4. */
  uuid(): string;
  /** Returns independent randomness for a purpose. */
  fork(purpose: string): Random;
  /** Returns the position in the sequence as plain data. */
  state(): RandomState;
  /** Continues at a position in the sequence. */
  restore(state: RandomState): void;
}

/** A position in the sequence of a {@link Random}. */
export type RandomState = readonly [number, number, number, number];

// A joined string would keep its parts in memory, in each of 100,000 records.
const drawn = new DataView(new ArrayBuffer(16));
const written = new Uint8Array(36).fill("-".charCodeAt(0));
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const HEX = "0123456789abcdef";

const BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Creates randomness from a seed, a number or a string. */
export function createRandom(seed: number | string): Random {
  let [a, b, c, counter] = mix(String(seed));
  // sfc32 of the PractRand suite, with 128 bits of state.
  const bits = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  const next = (): number => bits() / 4_294_967_296;
  const random: Random = {
    next,
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    id() {
      let text = "";
      for (let length = 26; length > 0; length -= 6) {
        let rest = bits();
        for (let index = Math.min(6, length); index > 0; index -= 1, rest >>>= 5) text += BASE_32[rest & 31];
      }
      return text;
    },
    uuid() {
      for (let offset = 0; offset < 16; offset += 4) drawn.setUint32(offset, bits());
      // RFC 9562 §5.4: the version and the variant.
      drawn.setUint8(6, (drawn.getUint8(6) & 0x0f) | 0x40);
      drawn.setUint8(8, (drawn.getUint8(8) & 0x3f) | 0x80);
      for (let index = 0; index < 16; index += 1) {
        const byte = drawn.getUint8(index);
        const place = PLACES[index] ?? 0;
        written[place] = HEX.charCodeAt(byte >> 4);
        written[place + 1] = HEX.charCodeAt(byte & 15);
      }
      return String.fromCharCode(...written);
    },
    fork: (purpose) => createRandom(`${String(seed)}/${purpose}`),
    state: () => [a, b, c, counter],
    restore(state) {
      [a, b, c, counter] = state;
    },
  };
  for (let round = 0; round < 12; round += 1) bits();
  return random;
}

/** Hashes a text to four numbers (cyrb128). */
function mix(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    h1 = h2 ^ Math.imul(h1 ^ code, 597_399_067);
    h2 = h3 ^ Math.imul(h2 ^ code, 2_869_860_233);
    h3 = h4 ^ Math.imul(h3 ^ code, 951_274_213);
    h4 = h1 ^ Math.imul(h4 ^ code, 2_716_044_179);
  }
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1];
}
