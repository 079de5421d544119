import type { components } from "@keywright/vault/schema";
import type { Random } from "../core/random.ts";
import type { WithoutNulls } from "./left-out.ts";
import { InvalidInput } from "../core/invalid-input.ts";

type Schemas = components["schemas"];

/** LETTERS and DIGITS are the source's, SYMBOLS public material; which symbols is chosen, none that has to be escaped in JSON, URLs' quotes or shells' backticks. */
const CHARACTER_SETS: { readonly [name: string]: string } = {
  LETTERS: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  DIGITS: "0123456789",
  SYMBOLS: "!#$%&()*+,-./:;<=>?@[]^_{|}~",
};

const DEFAULT_LENGTH = 32;

/** A value that was made up, and the number of characters that each of its own was taken from. */
export interface Generated {
  readonly value: string;
  readonly alphabetSize: number;
}

/**
 * Makes up a value by a recipe. Each set of the recipe occurs in it, where it is long enough.
 *
 * @param recipe Absent: 32 characters of all three sets (public material).
 * @throws InvalidInput where the recipe names an unknown set, or leaves no character.
 */
export function generatePassword(recipe: WithoutNulls<Schemas["GeneratorRecipe"]>, random: Random): Generated {
  const { length = DEFAULT_LENGTH, characterSets, excludeCharacters = "" } = recipe;
  const names = [...new Set<string>(characterSets ?? Object.keys(CHARACTER_SETS))];
  const unknown = names.some((name) => !Object.hasOwn(CHARACTER_SETS, name));
  if (unknown) throw new InvalidInput(`The recipe has a character set that is none of ${Object.keys(CHARACTER_SETS).join(", ")}`);
  const sets = names.map((name) => [...(CHARACTER_SETS[name] ?? "")].filter((character) => !excludeCharacters.includes(character)));
  const usable = sets.filter((set) => set.length > 0);
  const alphabet = usable.flat();
  if (alphabet.length === 0) throw new InvalidInput("The recipe leaves no character to make a value of");
  const characters = Array.from({ length }, (_unused, index) => random.pick(length >= usable.length ? (usable[index] ?? alphabet) : alphabet));
  return { value: shuffled(characters, random).join(""), alphabetSize: alphabet.length };
}

/** Fisher and Yates: every order is as likely as any other. */
function shuffled(characters: readonly string[], random: Random): readonly string[] {
  const list = [...characters];
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = random.integer(0, last);
    [list[last], list[other]] = [list[other] ?? "", list[last] ?? ""];
  }
  return list;
}

/**
 * How hard a value is to guess, in bits with one decimal.
 *
 * Not shown in the material; chosen: the length times the bits of a character, of which a generated value has as many as its alphabet gives, and a typed one as
 * many as its different characters give.
 */
export function entropyOf(value: string, alphabetSize: number = new Set(value).size): number {
  const length = [...value].length;
  return length === 0 ? 0 : Math.floor(length * Math.log2(alphabetSize) * 10) / 10;
}

const STRENGTHS = [
  [128, "FANTASTIC"],
  [100, "EXCELLENT"],
  [80, "VERY_GOOD"],
  [60, "GOOD"],
  [40, "FAIR"],
  [20, "WEAK"],
] as const;

/** The strength by bits of entropy. The words are public material, the thresholds chosen. */
export function strengthOf(entropy: number): Schemas["PasswordStrength"] {
  return STRENGTHS.find(([bits]) => entropy >= bits)?.[1] ?? "TERRIBLE";
}
