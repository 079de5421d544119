import type { components } from "@keywright/vault/schema";
import type { Random } from "../../core/values/random.ts";
import type { WithoutNulls } from "./without-nulls.ts";
import { InvalidInput } from "../../core/values/issues.ts";

type Schemas = components["schemas"];

/** No quotes, backslashes and backticks, because JSON and shells need them escaped. */
const CHARACTER_SETS: { readonly [name: string]: string } = {
  LETTERS: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  DIGITS: "0123456789",
  SYMBOLS: "!#$%&()*+,-./:;<=>?@[]^_{|}~",
};

const DEFAULT_LENGTH = 32;

/** A generated value, and the size of its alphabet. */
export interface Generated {
  readonly value: string;
  readonly alphabetSize: number;
}

/**
 * Generates a value by a recipe. Each character set of the recipe occurs if the length allows it.
 *
 * @param recipe Default: 32 characters of all three sets.
 * @throws InvalidInput if the recipe has an unknown set, or excludes all characters.
 */
export function generatePassword(recipe: WithoutNulls<Schemas["GeneratorRecipe"]>, random: Random): Generated {
  const { length = DEFAULT_LENGTH, characterSets, excludeCharacters = "" } = recipe;
  const names = [...new Set<string>(characterSets ?? Object.keys(CHARACTER_SETS))];
  const unknown = names.some((name) => !Object.hasOwn(CHARACTER_SETS, name));
  if (unknown) throw new InvalidInput(`The character sets of a recipe must be among ${Object.keys(CHARACTER_SETS).join(", ")}`);
  const sets = names.map((name) => [...(CHARACTER_SETS[name] ?? "")].filter((character) => !excludeCharacters.includes(character)));
  const usable = sets.filter((set) => set.length > 0);
  const alphabet = usable.flat();
  if (alphabet.length === 0) throw new InvalidInput("The recipe excludes all characters");
  const characters = Array.from({ length }, (_unused, index) => random.pick(length >= usable.length ? (usable[index] ?? alphabet) : alphabet));
  return { value: shuffled(characters, random).join(""), alphabetSize: alphabet.length };
}

/** Fisher–Yates shuffle. */
function shuffled(characters: readonly string[], random: Random): readonly string[] {
  const list = [...characters];
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = random.integer(0, last);
    [list[last], list[other]] = [list[other] ?? "", list[last] ?? ""];
  }
  return list;
}

/** Returns the entropy in bits, to one decimal. Default alphabet: the value's own characters. */
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

/** The strength by bits of entropy. */
export function strengthOf(entropy: number): Schemas["PasswordStrength"] {
  return STRENGTHS.find(([bits]) => entropy >= bits)?.[1] ?? "TERRIBLE";
}
