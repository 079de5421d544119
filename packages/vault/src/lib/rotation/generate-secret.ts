import { checkOptions, isNumber, rejectArgument, type Rules } from "@keywright/core/client";
import type { GeneratorRecipe } from "../../generated/client.ts";
import { CHARACTER_SET_VALUES } from "../../generated/values.ts";
import { generated } from "../items/field-draft.ts";

/**
 * How to generate a value: by the server's recipe of characters, or as pronounceable words.
 *
 * - `length` (1 to 64, default 32), `characterSets` (default `LETTERS`, `DIGITS` and `SYMBOLS`) and
 *   `excludeCharacters` (default none).
 * - `words`: 1 to 32 words of six letters with 18 bits of entropy each, joined by `separator`
 *   (default `-`).
 */
export type SecretRecipe =
  | ({ readonly [Name in keyof GeneratorRecipe]: NonNullable<GeneratorRecipe[Name]> } & { readonly words?: never; readonly separator?: never })
  | {
      readonly words: number;
      readonly separator?: string;
      readonly length?: never;
      readonly characterSets?: never;
      readonly excludeCharacters?: never;
    };

/** Fills an array with random bytes, as `crypto.getRandomValues` does. */
export type FillRandom = (bytes: Uint8Array) => unknown;

// Older compilers have no type parameter, which may not be in a declaration.
const fillRandom: FillRandom = (bytes) => crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>);

const CHARACTERS: { readonly [set: string]: string } = {
  LETTERS: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  DIGITS: "0123456789",
  // Without quotes, backslashes and backticks, which need escaping in JSON and shells.
  SYMBOLS: "!#$%&()*+,-./:;<=>?@[]^_{|}~",
};

// 16 consonants and 4 vowels: a syllable has exactly 6 bits.
const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aiou";
const SYLLABLES_OF_A_WORD = 3;

const WORD_RULES: Rules = {
  words: [(value) => Number.isInteger(value) && isNumber(value, 1, 32), "a whole number of 1 to 32"],
  separator: [(value) => typeof value === "string", "a string"],
};

/**
 * Returns a random value from the platform's cryptographic generator, all being equally likely.
 *
 * Each character set of the recipe occurs if the length allows it. 32 characters of all sets have
 * more than 200 bits of entropy; five words have 90 bits.
 *
 * @param recipe The characters, or the number of words. Default: 32 letters, digits and symbols.
 * @throws ArgumentError or ConfigurationError if the recipe cannot generate a value.
 * @example
 * ```ts
 * const pin = generateSecret({ length: 6, characterSets: ["DIGITS"], excludeCharacters: "0" });
 * const passphrase = generateSecret({ words: 5 });
 * ```
 */
export function generateSecret(recipe: SecretRecipe = {}): string {
  checkRecipe(recipe, "generateSecret", "recipe");
  return secretFrom(recipe);
}

/** Checks a recipe. @throws ArgumentError or ConfigurationError that names the function `by`. */
export function checkRecipe(recipe: SecretRecipe, by: string, at: string): void {
  if (typeof recipe === "object" && recipe !== null && recipe.words !== undefined) return checkOptions(by, recipe, WORD_RULES);
  if (typeof recipe !== "object" || recipe === null) rejectArgument(by, at, "must be a recipe such as { length: 24 } or { words: 5 }", recipe);
  generated(recipe, by, at);
  if (setsOf(recipe).length === 0) rejectArgument(by, `${at}.excludeCharacters`, "must leave at least one character", recipe.excludeCharacters);
}

/** Generates a value by a valid recipe. */
export function secretFrom(recipe: SecretRecipe, fill = fillRandom): string {
  const pick = pickerOf(fill);
  if (recipe.words !== undefined) {
    const word = (): string => Array.from({ length: SYLLABLES_OF_A_WORD }, () => pick(CONSONANTS) + pick(VOWELS)).join("");
    return Array.from({ length: recipe.words }, word).join(recipe.separator ?? "-");
  }
  const { length = 32 } = recipe;
  const sets = setsOf(recipe);
  const alphabet = sets.join("");
  for (;;) {
    const value = Array.from({ length }, () => pick(alphabet)).join("");
    // A value without one of the sets is generated again: changing a character would add bias.
    if (length < sets.length || sets.every((set) => value.split("").some((character) => set.includes(character)))) return value;
  }
}

/** The characters of each set that a recipe leaves. */
function setsOf({ characterSets = CHARACTER_SET_VALUES, excludeCharacters = "" }: SecretRecipe): readonly string[] {
  const allowed = (name: string): string =>
    (CHARACTERS[name] ?? "")
      .split("")
      .filter((character) => !excludeCharacters.includes(character))
      .join("");
  return [...new Set<string>(characterSets)].map(allowed).filter(Boolean);
}

/** Picks a character from a byte below a multiple of their number, so that none is more likely. */
function pickerOf(fill: FillRandom): (characters: string) => string {
  const bytes = new Uint8Array(64);
  let used = bytes.length;
  return (characters) => {
    const limit = 256 - (256 % characters.length);
    for (;;) {
      if (used === bytes.length) {
        fill(bytes);
        used = 0;
      }
      const byte = bytes[used++] ?? limit;
      if (byte < limit) return characters.charAt(byte % characters.length);
    }
  };
}
