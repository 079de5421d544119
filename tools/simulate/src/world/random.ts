/** A source of random numbers that a seed determines. */
export interface Random {
  /** Returns a number from 0 to 1, excluding 1. */
  next(): number;
  /** Returns an integer from `from` to `to`, including both. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
  /** Returns an independent source, so that the draws of one part do not change those of another. */
  fork(name: string): Random;
}

/** Creates a source from a seed (sfc32, seeded by FNV-1a, whose state is large enough for independent sources). */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  let [a, b, c, counter] = [state, seed.length, Math.imul(state, 0x9e3779b1), 1];
  function next(): number {
    const mixed = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + mixed) | 0;
    return (mixed >>> 0) / 2 ** 32;
  }
  for (let round = 0; round < 12; round += 1) next();
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (values) => values[int(0, values.length - 1)] ?? values[0],
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}
