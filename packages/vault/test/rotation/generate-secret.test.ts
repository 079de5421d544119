import { afterEach, describe, expect, it, vi } from "vitest";
import { type FillRandom, secretFrom } from "../../src/lib/rotation/generate-secret.ts";
import { generateSecret } from "../../src/rotation.ts";
import { thrown } from "../support.ts";

/** A source that gives fixed bytes, again and again. */
function repeating(...given: readonly number[]): FillRandom {
  let place = 0;
  return (bytes) => bytes.forEach((_byte, index) => (bytes[index] = given[place++ % given.length] ?? 0));
}

/** A source of bytes that only depend on a seed (xorshift32). */
function stream(seed: number): FillRandom {
  let state = seed;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  };
  return (bytes) => bytes.forEach((_byte, index) => (bytes[index] = next()));
}

describe("a generated secret", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("has 32 characters of all sets by default, and comes from the platform's cryptographic generator", () => {
    const spy = vi.spyOn(globalThis.crypto, "getRandomValues");
    const value = generateSecret();
    expect(value).toMatch(/^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z\d])[\x21-\x7e]{32}$/);
    expect(spy).toHaveBeenCalled();
    expect(generateSecret()).not.toBe(value);
  });

  it("has each set of the recipe at least once, and no excluded character", () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const value = secretFrom({ length: 4, characterSets: ["LETTERS", "DIGITS", "SYMBOLS"], excludeCharacters: "Il1O0" }, stream(seed));
      expect(value).toMatch(/^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z\d]).{4}$/);
      expect(value).not.toMatch(/[Il1O0]/);
    }
    expect(secretFrom({ length: 1 }, stream(7))).toHaveLength(1);
  });

  it("ignores bytes that would make some characters more likely", () => {
    // Ten digits fit 25 times in 256: the bytes from 250 on are ignored.
    expect(secretFrom({ length: 4, characterSets: ["DIGITS"] }, repeating(250, 255, 3, 254, 249, 251, 12, 0))).toBe("3920");
  });

  it("has each character equally often (chi-square, 61 degrees of freedom, 0.1 %)", () => {
    const counts = new Map<string, number>();
    const fill = stream(20_260_310);
    const total = 62 * 1000;
    for (const character of secretFrom({ length: total, characterSets: ["LETTERS", "DIGITS"] }, fill)) counts.set(character, (counts.get(character) ?? 0) + 1);
    const chi = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(counts.size).toBe(62);
    expect(chi).toBeLessThan(100.9);
  });

  it("is words of six letters that can be pronounced, with a separator", () => {
    expect(generateSecret({ words: 5 })).toMatch(/^([b-z][aiou]){3}(-([b-z][aiou]){3}){4}$/);
    expect(secretFrom({ words: 2, separator: " " }, repeating(0, 0, 1, 1, 15, 3))).toBe("badizu badizu");
  });

  it.each<[string, unknown, string]>([
    ["is no object", "long", "generateSecret: recipe must be a recipe such as { length: 24 } or { words: 5 }; got a string of 4 characters"],
    ["has no length", { length: 0 }, "generateSecret: recipe.length must be a whole number of 1 to 64; got 0"],
    [
      "has an unknown set",
      { characterSets: ["EMOJI"] },
      "generateSecret: recipe.characterSets[0] must be one of LETTERS, DIGITS, SYMBOLS; got a string of 5 characters",
    ],
    [
      "excludes everything",
      { characterSets: ["DIGITS", "DIGITS"], excludeCharacters: "0123456789" },
      "generateSecret: recipe.excludeCharacters must leave at least one character; got a string of 10 characters",
    ],
    ["has too many words", { words: 33 }, "generateSecret: words must be a whole number of 1 to 32; got 33"],
    ["has words and a length", { words: 3, length: 8 }, "length is not an option of generateSecret; its options are words, separator"],
    ["has an unknown property", { size: 8 }, "generateSecret: recipe.size is not known here: use length, characterSets, excludeCharacters; got 8"],
  ])("throws if the recipe %s", (_what, recipe, message) => {
    expect(thrown(() => generateSecret(recipe as never)).message).toBe(message);
  });
});
