import { type Constraint, rejectArgument, rejectSecret } from "@keywright/core/client";
import type { FieldType, GeneratorRecipe, NewField, NewFieldPurpose } from "../../generated/client.ts";
import { operations } from "../../generated/operations.ts";
import { CHARACTER_SET_VALUES } from "../../generated/values.ts";
import { checkNames } from "../check-names.ts";

/** A value that the server generates: `true` for 32 letters, digits and symbols, or a recipe. */
export type Generate = true | { readonly [Name in keyof GeneratorRecipe]: NonNullable<GeneratorRecipe[Name]> };

/** A field to add, with a value or `generate`. */
export type FieldDraft = {
  /** The name that people see. */
  readonly label?: string;
  /** The kind of value. @default the server's: `CONCEALED` if generated, otherwise `STRING` */
  readonly type?: FieldType;
  /** Marks the username, the password or the notes, instead of a type. */
  readonly purpose?: NewFieldPurpose;
  /** An id that patches can use. @default assigned by the server */
  readonly id?: string;
} & ({ readonly value?: string; readonly generate?: never } | { readonly generate: Generate; readonly value?: never });

/** The documented format of values, by type of field. */
const FORMS: { readonly [type: string]: readonly [RegExp, string] } = {
  DATE: [/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, "must be a day as YYYY-MM-DD"],
  MONTH_YEAR: [/^\d{4}\/?(0[1-9]|1[0-2])$/, "must be a month as YYYYMM or YYYY/MM"],
  OTP: [/^otpauth:\/\//, "must be an otpauth:// address"],
};

const MEMBERS = ["label", "type", "purpose", "id", "value", "generate"];
const RECIPE_MEMBERS = ["length", "characterSets", "excludeCharacters"];
const CHARACTER_SETS: readonly string[] = CHARACTER_SET_VALUES;

/**
 * Returns a field in the form that the service expects.
 *
 * @param by The function that the user called, for messages.
 * @param at The place of the field in its input.
 * @throws ArgumentError if the server would reject the field. The message contains no value.
 */
export function newField(draft: FieldDraft, by: string, at: string): NewField {
  if (typeof draft !== "object" || draft === null) rejectArgument(by, at, "must be an object", draft);
  const { label, type, purpose, id, value, generate } = draft;
  checkNames(by, at, draft, MEMBERS);
  for (const [name, member] of Object.entries(draft)) {
    if (name !== "generate" && member !== undefined && typeof member !== "string")
      (name === "value" ? rejectSecret : rejectArgument)(by, `${at}.${name}`, "must be a string", member);
  }
  if (value !== undefined && generate !== undefined) rejectArgument(by, `${at}.generate`, "and value exclude each other: pass one of them", generate);
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

/** @throws ArgumentError if a value does not have the documented format of its type. */
export function checkForm(type: string | undefined, value: string, by: string, at: string): void {
  const form = type !== undefined && Object.hasOwn(FORMS, type) ? FORMS[type] : undefined;
  if (form !== undefined && !form[0].test(value)) rejectArgument(by, at, form[1], value);
}

/** Returns the properties that request a generated value. @throws ArgumentError for others. */
export function generated(generate: Generate, by: string, at: string): Pick<NewField, "generate" | "recipe"> {
  if (generate === true) return { generate: true };
  if (typeof generate !== "object" || generate === null) rejectArgument(by, at, "must be true or a recipe", generate);
  checkNames(by, at, generate, RECIPE_MEMBERS);
  checkLength(generate.length, by, `${at}.length`);
  checkCharacters(generate, by, at);
  return { generate: true, recipe: generate };
}

function checkLength(length: number | undefined, by: string, at: string): void {
  // The contract limits the recipe of a new item; the body of a patch has no such schema.
  const { minimum = 1, maximum = Infinity }: Constraint = operations.createItem.body.properties.fields.items.properties.recipe.properties.length;
  if (length !== undefined && !(Number.isSafeInteger(length) && length >= minimum && length <= maximum))
    rejectArgument(by, at, `must be a whole number of ${minimum} to ${maximum}`, length);
}

function checkCharacters({ characterSets, excludeCharacters }: Exclude<Generate, true>, by: string, at: string): void {
  if (characterSets !== undefined && !(Array.isArray(characterSets) && characterSets.length > 0))
    rejectArgument(by, `${at}.characterSets`, "must have at least one set of characters", characterSets);
  for (const [index, set] of characterSets?.entries() ?? [])
    if (!CHARACTER_SETS.includes(set)) rejectArgument(by, `${at}.characterSets[${index}]`, `must be one of ${CHARACTER_SETS.join(", ")}`, set);
  if (excludeCharacters !== undefined && typeof excludeCharacters !== "string")
    rejectArgument(by, `${at}.excludeCharacters`, "must be a string", excludeCharacters);
  if (characterSets?.length === 1 && characterSets[0] === "DIGITS" && "0123456789".split("").every((digit) => excludeCharacters?.includes(digit)))
    rejectArgument(by, `${at}.excludeCharacters`, "must leave at least one character", excludeCharacters);
}
