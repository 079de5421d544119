import { rejectArgument } from "@keywright/core/client";
import type { Field, Item, NewFieldPurpose } from "../../generated/client.ts";
import { checkParts } from "../check-parts.ts";
import { listed, onlyOne, quoted } from "../only-one.ts";
import { LookupError } from "../errors.ts";

/**
 * The name of a field of an item.
 *
 * A string is the id or the label of a field. An object has `id`, `purpose`, or `label`, with
 * `section` if several sections have the label. `section` is an id or a label, or `null` for fields
 * outside all sections; without it, all fields are searched. Names must match exactly.
 */
export type FieldName =
  | string
  | { readonly id: string; readonly label?: never; readonly purpose?: never; readonly section?: never }
  | { readonly label: string; readonly section?: string | null; readonly id?: never; readonly purpose?: never }
  | { readonly purpose: Exclude<NewFieldPurpose, "">; readonly id?: never; readonly label?: never; readonly section?: never };

/** The parts of an item that have its fields. */
export type ItemFields = Pick<Item, "id" | "fields" | "sections">;

/**
 * Returns the field of an item that has a name.
 *
 * @throws LookupError `not-found`, which lists fields; `ambiguous`: ids in `candidates`. No values.
 * @example
 * ```ts
 * const field = findField(item, { label: "PIN", section: "Security" });
 * ```
 */
export function findField(item: ItemFields, name: FieldName): Field {
  return fieldOf(item, name, "findField");
}

/**
 * Returns the value of the field of an item that has a name.
 *
 * @throws LookupError as {@link findField}, and `not-found` without a value. An empty one counts.
 * @example
 * ```ts
 * const password = fieldValue(item, { purpose: "PASSWORD" });
 * ```
 */
export function fieldValue(item: ItemFields, name: FieldName): string {
  return valueOf(item, name, "fieldValue");
}

/** {@link fieldValue} for another function, which messages name. */
export function valueOf(item: ItemFields, name: FieldName, by: string): string {
  const { id, value } = fieldOf(item, name, by);
  // Servers also send null for a missing value.
  if (value === undefined || value === null)
    throw new LookupError("not-found", `the field ${quoted(id)} of item ${item.id} has no value`, { by, candidates: [id] });
  return value;
}

/** {@link findField} for another function, which messages name. */
export function fieldOf(item: ItemFields, name: FieldName, by: string): Field {
  checkFields(item, by);
  const { matches, sought, section } = readName(name, by);
  const within = inSection(item, section, by);
  const fields = within.fields ?? [];
  const place = section === undefined ? "" : section === null ? " outside of sections" : ` in section ${quoted(section)}`;
  const show = (field: Field): string => shown(field, within);
  return onlyOne(fields.filter(matches), {
    by,
    sought: `field with the ${sought}${place}`,
    where: `item ${item.id}`,
    advice: () => adviceOf(within, fields.map(show)),
    show,
  });
}

/** Advice for an item without fields. */
export const WITHOUT_FIELDS = "entries of a list have no fields: read the item with getItem";

function adviceOf({ fields }: ItemFields, shownFields: readonly string[]): string {
  if (fields === undefined) return WITHOUT_FIELDS;
  return shownFields.length === 0 ? "there are no fields" : `there are ${listed(shownFields)}`;
}

/** The name of a field, as messages and a search have it. */
export interface ReadName {
  readonly sought: string;
  readonly section: string | null | undefined;
  matches(field: Field): boolean;
}

/** Reads the name of a field. @throws ArgumentError about `argument` if it is none. */
export function readName(name: FieldName, by: string, argument = "name"): ReadName {
  if (typeof name === "string") return { sought: `id or label ${quoted(name)}`, section: undefined, matches: ({ id, label }) => id === name || label === name };
  const { id, label, purpose, section } = typeof name === "object" && name !== null ? name : {};
  if (typeof id === "string") return { sought: `id ${quoted(id)}`, section, matches: (field) => field.id === id };
  if (typeof purpose === "string") return { sought: `purpose ${quoted(purpose)}`, section, matches: (field) => field.purpose === purpose };
  if (typeof label !== "string") rejectArgument(by, argument, "must be a string, or an object with id, label or purpose", name);
  return { sought: `label ${quoted(label)}`, section, matches: (field) => field.label === label };
}

/**
 * Returns an item with only the fields of one section.
 *
 * @param section Its id or label; `null` for the fields outside all sections, `undefined` for all
 * fields. If two sections have the label, the fields of both.
 * @throws LookupError if the item has no such section.
 */
export function inSection(item: ItemFields, section: string | null | undefined, by: string): ItemFields {
  if (section === undefined) return item;
  checkFields(item, by);
  const fields = item.fields ?? [];
  const sections = item.sections ?? [];
  if (section === null) return { ...item, fields: fields.filter((field) => !field.section) };
  if (typeof section !== "string") rejectArgument(by, "section", "must be the id or label of a section, or null", section);
  const named = sections.filter(({ id, label }) => id === section || label === section).map(({ id }) => id);
  // A server can leave out the list of sections; fields have the id of their section.
  const ids = new Set(fields.some((field) => field.section?.id === section) ? [...named, section] : named);
  if (ids.size > 0) return { ...item, fields: fields.filter(({ section: own }) => own && ids.has(own.id)) };
  const others = sections.length === 0 ? "there are no sections" : `there are ${listed(sections.map(({ id, label }) => quoted(label ?? id)))}`;
  throw new LookupError("not-found", `item ${item.id} has no section with the id or label ${quoted(section)}; ${others}`, { by });
}

/** Checks that fields and sections are missing or lists of objects with ids. */
export function checkFields(item: ItemFields, by: string): void {
  checkParts(by, "item", item, ["fields", "sections"]);
}

/** A field in a message: label, section and id, which are not secret. */
function shown({ id, label, section }: Field, { sections }: ItemFields): string {
  const heading = section ? (sections?.find((known) => known.id === section.id)?.label ?? section.id) : undefined;
  const place = heading === undefined ? "" : ` in section ${quoted(heading)}`;
  return !label || label === id ? `${quoted(id)}${place}` : `${quoted(label)}${place} (id ${quoted(id)})`;
}
