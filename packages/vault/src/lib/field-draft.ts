import { type Constraint, refuseArgument } from "@keywright/core/client";
import type { FieldType, GeneratorRecipe, NewField, NewFieldPurpose } from "../generated/client.ts";
import { operations } from "../generated/operations.ts";
import { CHARACTER_SET_VALUES } from "../generated/values.ts";
import { checkNames } from "./check-names.ts";

/** A value that the server makes up: by a recipe, or, with `true`, 32 characters of letters, digits and symbols. */
export type Generate = true | { readonly [Name in keyof GeneratorRecipe]: NonNullable<GeneratorRecipe[Name]> };

/** A field to add: its label, what it is, and a value or the wish for one. */
export type FieldDraft = {
  /** The name that people see. */
  readonly label?: string;
  /** What the value is. Left out, the server decides: `CONCEALED` for what it generates, else `STRING`. */
  readonly type?: FieldType;
  /** Instead of a type, for the username, the password and the notes. */
  readonly purpose?: NewFieldPurpose;
  /** An id of your own, under which a patch will find the field. Left out, the server gives one. */
  readonly id?: string;
} & ({ readonly value?: string; readonly generate?: never } | { readonly generate: Generate; readonly value?: never });

/** The forms of values that the service documents, by type of field. */
const FORMS: { readonly [type: string]: readonly [RegExp, string] } = {
  DATE: [/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, "must be a day as YYYY-MM-DD"],
  MONTH_YEAR: [/^\d{4}\/?(0[1-9]|1[0-2])$/, "must be a month as YYYYMM or YYYY/MM"],
  OTP: [/^otpauth:\/\//, "must be an otpauth:// address"],
};

const MEMBERS = ["label", "type", "purpose", "id", "value", "generate"];
const RECIPE_MEMBERS = ["length", "characterSets", "excludeCharacters"];
const CHARACTER_SETS: readonly string[] = CHARACTER_SET_VALUES;

/**
 * Makes a field as it is sent.
 *
 * @param by The function that was called, for messages.
 * @param at Where in its input the field stands.
 * @throws ArgumentError where the server would refuse it, without repeating a value.
 */
export function newField(draft: FieldDraft, by: string, at: string): NewField {
  if (typeof draft !== "object" || draft === null) refuseArgument(by, at, "must be an object", draft);
  const { label, type, purpose, id, value, generate } = draft;
  checkNames(by, at, draft, MEMBERS);
  for (const [name, member] of Object.entries(draft)) {
    if (name !== "generate" && member !== undefined && typeof member !== "string")
      refuseArgument(by, `${at}.${name}`, "must be a text", member, name === "value");
  }
  if (value !== undefined && generate !== undefined) refuseArgument(by, `${at}.generate`, "and value exclude each other: give one of them", generate);
  if (value !== undefined) checkForm(type, value, by, `${at}.value`);
  return {
    ...(id === undefined ? {} : { id }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(type === undefined ? {} : { type }),
    ...(label === undefined ? {} : { label }),
    ...(value === undefined ? {} : { value }),
    ...(generate === undefined ? {} : generated(generate, by, `${at}.generate`)),
  };
}

/** @throws ArgumentError where the value of a type has a documented form and this is not it. */
export function checkForm(type: string | undefined, value: string, by: string, at: string): void {
  const form = type !== undefined && Object.hasOwn(FORMS, type) ? FORMS[type] : undefined;
  if (form !== undefined && !form[0].test(value)) refuseArgument(by, at, form[1], value);
}

/** The wish for a generated value as it is sent. @throws ArgumentError where no value can be made by the recipe. */
export function generated(generate: Generate, by: string, at: string): Pick<NewField, "generate" | "recipe"> {
  if (generate === true) return { generate: true };
  if (typeof generate !== "object" || generate === null) refuseArgument(by, at, "must be true or a recipe", generate);
  checkNames(by, at, generate, RECIPE_MEMBERS);
  const { length, characterSets, excludeCharacters } = generate;
  // What the contract says of a new item's recipe; inside of a patch nobody else looks at it.
  const { minimum = 1, maximum = Infinity }: Constraint = operations.createItem.body.properties.fields.items.properties.recipe.properties.length;
  if (length !== undefined && !(Number.isSafeInteger(length) && length >= minimum && length <= maximum))
    refuseArgument(by, `${at}.length`, `must be a whole number of ${minimum} to ${maximum}`, length);
  if (characterSets !== undefined && !(Array.isArray(characterSets) && characterSets.length > 0))
    refuseArgument(by, `${at}.characterSets`, "must name at least one set of characters", characterSets);
  for (const [index, set] of characterSets?.entries() ?? [])
    if (!CHARACTER_SETS.includes(set)) refuseArgument(by, `${at}.characterSets[${index}]`, `must be one of ${CHARACTER_SETS.join(", ")}`, set);
  if (excludeCharacters !== undefined && typeof excludeCharacters !== "string")
    refuseArgument(by, `${at}.excludeCharacters`, "must be a text", excludeCharacters);
  if (characterSets?.length === 1 && characterSets[0] === "DIGITS" && "0123456789".split("").every((digit) => excludeCharacters?.includes(digit)))
    refuseArgument(by, `${at}.excludeCharacters`, "must leave a character to make a value of", excludeCharacters);
  return { generate: true, recipe: generate };
}
