import type { components } from "@keywright/vault/schema";
import type { Random } from "../../core/values/random.ts";
import { defined } from "../../core/values/json.ts";
import { type WithoutNulls, withoutNulls } from "./without-nulls.ts";
import { entropyOf, generatePassword, strengthOf } from "./password.ts";
import { InvalidInput } from "../../core/values/issues.ts";
import type { StoredField } from "../state/store.ts";

type Schemas = components["schemas"];

type SentField = Schemas["NewField"] | Schemas["FieldReplacement"];

/** A field without properties that are null, and without an empty id or type. */
type FieldInput = WithoutNulls<SentField>;

/** The id, label and type of a field with a purpose. */
const BY_PURPOSE: { readonly [purpose: string]: { readonly id: string; readonly type: string; readonly label: string } } = {
  USERNAME: { id: "username", type: "STRING", label: "username" },
  PASSWORD: { id: "password", type: "CONCEALED", label: "password" },
  NOTES: { id: "notesPlain", type: "STRING", label: "notes" },
};

/**
 * Returns the fields in a request: adds missing ids, generates values, and measures passwords.
 *
 * @param before The current fields. The history gets an earlier password of the same id.
 * @throws InvalidInput if an id is repeated, a section does not exist, or a recipe is invalid.
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

/** Clients send `""` as the id and type of new fields, which counts as absent. */
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
  return defined({
    id,
    section: section && { id: section.id },
    purpose: purpose === "" ? undefined : purpose,
    type: input.type ?? usual?.type ?? (generate ? "CONCEALED" : "STRING"),
    label: input.label ?? usual?.label,
    value,
    ...measured(value, generated?.alphabetSize, purpose === "PASSWORD", before),
  });
}

// Limits the size of an item that changes often.
const LONGEST_HISTORY = 20;

/** Returns entropy and details of passwords and generated values. An unchanged value keeps them. */
function measured(
  value: string | undefined,
  alphabetSize: number | undefined,
  isPassword: boolean,
  before: StoredField | undefined,
): Pick<StoredField, "entropy" | "passwordDetails"> {
  const known = before?.passwordDetails;
  const wasMeasured = known !== undefined;
  if (value === undefined || (alphabetSize === undefined && !isPassword && !wasMeasured)) return {};
  if (wasMeasured && before?.value === value) return defined({ entropy: before.entropy, passwordDetails: known });
  const entropy = entropyOf(value, alphabetSize);
  // The newest value is first.
  const history = [...(wasMeasured && before?.value !== undefined ? [before.value] : []), ...(known?.history ?? [])].slice(0, LONGEST_HISTORY);
  const details = { entropy: Math.floor(entropy), generated: alphabetSize !== undefined, strength: strengthOf(entropy) };
  return { entropy, passwordDetails: history.length > 0 ? { ...details, history } : details };
}
