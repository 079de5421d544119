import type { components } from "@keywright/vault/schema";
import type { Random } from "../core/random.ts";
import { type WithoutNulls, withoutNulls } from "./left-out.ts";
import { entropyOf, generatePassword, strengthOf } from "./password.ts";
import { InvalidInput } from "../core/invalid-input.ts";
import type { StoredField } from "./store.ts";

type Schemas = components["schemas"];

/** A field as it is sent: new, or as it was read. */
type SentField = Schemas["NewField"] | Schemas["FieldReplacement"];

/** A field as it counts: what is null, and an empty id or type, is left out. */
type FieldInput = WithoutNulls<SentField>;

/** What a purpose brings, for it stands instead of a type. Id and label are chosen, as the contract's examples have them. */
const BY_PURPOSE: { readonly [purpose: string]: { readonly id: string; readonly type: string; readonly label: string } } = {
  USERNAME: { id: "username", type: "STRING", label: "username" },
  PASSWORD: { id: "password", type: "CONCEALED", label: "password" },
  NOTES: { id: "notesPlain", type: "STRING", label: "notes" },
};

/**
 * Makes the fields of an item of what was sent: gives ids to those without one, makes up values, and measures passwords.
 *
 * @param before The fields that the item had; an earlier password of one of the same id goes into its history.
 * @throws InvalidInput where an id occurs twice, a section does not exist or a recipe cannot be followed.
 */
export function readFields(
  sent: readonly SentField[],
  sections: readonly Schemas["Section"][],
  before: readonly StoredField[],
  random: Random,
): readonly StoredField[] {
  const inputs = sent.map(withoutEmpty);
  const given = inputs.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const taken = new Set(given);
  if (taken.size < given.length) throw new InvalidInput("Two fields have the same id");
  const sectionIds = new Set(sections.map(({ id }) => id));
  const earlier = new Map(before.map((field) => [field.id, field]));
  return inputs.map((input) => {
    if (input.section !== undefined && !sectionIds.has(input.section.id)) throw new InvalidInput("A field is in a section that the item does not have");
    const id = input.id ?? freeId(input, taken, random);
    taken.add(id);
    return readField(id, input, earlier.get(id), random);
  });
}

/** Public material: clients send `""` as the id and the type of new fields, which counts as left out. */
function withoutEmpty(field: SentField): FieldInput {
  const { id, type, ...others } = withoutNulls(field);
  return { ...others, ...(id === undefined || id === "" ? {} : { id }), ...(type === undefined || type === "" ? {} : { type }) };
}

function freeId({ purpose }: FieldInput, taken: ReadonlySet<string>, random: Random): string {
  const usual = BY_PURPOSE[purpose ?? ""]?.id;
  return usual === undefined || taken.has(usual) ? random.id() : usual;
}

function readField(id: string, input: FieldInput, before: StoredField | undefined, random: Random): StoredField {
  const { section, purpose, generate = false, recipe = {} } = input;
  const usual = BY_PURPOSE[purpose ?? ""];
  const generated = generate ? generatePassword(recipe, random) : undefined;
  const value = generated?.value ?? input.value;
  const label = input.label ?? usual?.label;
  return {
    id,
    ...(section === undefined ? {} : { section: { id: section.id } }),
    ...(purpose === undefined || purpose === "" ? {} : { purpose }),
    type: input.type ?? usual?.type ?? (generate ? "CONCEALED" : "STRING"),
    ...(label === undefined ? {} : { label }),
    ...(value === undefined ? {} : { value }),
    ...measured(value, generated?.alphabetSize, purpose === "PASSWORD", before),
  };
}

// So that an item that changes all day does not grow without end.
const LONGEST_HISTORY = 20;

/** Entropy and details, which passwords have and what was generated. A value that stays keeps them. */
function measured(
  value: string | undefined,
  alphabetSize: number | undefined,
  isPassword: boolean,
  before: StoredField | undefined,
): Pick<StoredField, "entropy" | "passwordDetails"> {
  const known = before?.passwordDetails;
  const wasMeasured = known !== undefined;
  if (value === undefined || (alphabetSize === undefined && !isPassword && !wasMeasured)) return {};
  if (wasMeasured && before?.value === value) return { ...(before.entropy === undefined ? {} : { entropy: before.entropy }), passwordDetails: known };
  const entropy = entropyOf(value, alphabetSize);
  // Not documented; chosen, as the contract's example has it: the newest earlier value comes first.
  const history = [...(wasMeasured && before?.value !== undefined ? [before.value] : []), ...(known?.history ?? [])].slice(0, LONGEST_HISTORY);
  const details = { entropy: Math.floor(entropy), generated: alphabetSize !== undefined, strength: strengthOf(entropy) };
  return { entropy, passwordDetails: history.length > 0 ? { ...details, history } : details };
}
