import { expectObject, LookupError, refuseArgument } from "@keywright/core/client";
import type { Field, Item, NewFieldPurpose } from "../generated/client.ts";
import { listed, onlyOne, quoted } from "./only-one.ts";

/**
 * Names a field of an item.
 *
 * A text is the id or the label of a field. An object says which: `id`, `purpose`, or `label`, with `section` where the label stands in several. A section is named by its id or label; `null`
 * means outside of all sections, and without it the label is looked for everywhere. Names are compared exactly.
 */
export type FieldName =
  | string
  | { readonly id: string; readonly label?: never; readonly purpose?: never; readonly section?: never }
  | { readonly label: string; readonly section?: string | null; readonly id?: never; readonly purpose?: never }
  | { readonly purpose: Exclude<NewFieldPurpose, "">; readonly id?: never; readonly label?: never; readonly section?: never };

/** An item as far as its fields are read. */
export type ItemFields = Pick<Item, "id" | "fields" | "sections">;

/**
 * Finds the one field of an item that has a name.
 *
 * @throws LookupError `not-found` with what there is, `ambiguous` with the ids in `candidates`; no value is named.
 * @example
 * ```ts
 * const field = findField(item, { label: "PIN", section: "Security" });
 * ```
 */
export function findField(item: ItemFields, name: FieldName): Field {
  return fieldOf(item, name, "findField");
}

/**
 * The value of the one field of an item that has a name.
 *
 * @throws LookupError as {@link findField}, and `not-found` where the field has no value. An empty text is a value.
 * @example
 * ```ts
 * const password = fieldValue(item, { purpose: "PASSWORD" });
 * ```
 */
export function fieldValue(item: ItemFields, name: FieldName): string {
  return valueOf(item, name, "fieldValue");
}

/** As {@link fieldValue}, in the name of another function. */
export function valueOf(item: ItemFields, name: FieldName, by: string): string {
  const { id, value } = fieldOf(item, name, by);
  if (value === undefined) throw new LookupError("not-found", `${by}: the field ${quoted(id)} of item ${item.id} has no value`, { candidates: [id] });
  return value;
}

/** As {@link findField}, in the name of another function. */
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
    advice: adviceOf(within, fields.map(show)),
    show,
  });
}

/** What to say of an item whose fields are not to be seen. */
export const WITHOUT_FIELDS = "it came without fields: entries of a list have none, getItem has them";

function adviceOf({ fields }: ItemFields, shownFields: readonly string[]): string {
  if (fields === undefined) return WITHOUT_FIELDS;
  return shownFields.length === 0 ? "there are no fields" : `there are ${listed(shownFields)}`;
}

interface ReadName {
  readonly sought: string;
  readonly section: string | null | undefined;
  matches(field: Field): boolean;
}

function readName(name: FieldName, by: string): ReadName {
  if (typeof name === "string") return { sought: `id or label ${quoted(name)}`, section: undefined, matches: ({ id, label }) => id === name || label === name };
  const { id, label, purpose, section } = typeof name === "object" && name !== null ? name : {};
  if (typeof id === "string") return { sought: `id ${quoted(id)}`, section, matches: (field) => field.id === id };
  if (typeof purpose === "string") return { sought: `purpose ${quoted(purpose)}`, section, matches: (field) => field.purpose === purpose };
  if (typeof label !== "string") refuseArgument(by, "name", "must be a text, or an object with id, label or purpose", name);
  return { sought: `label ${quoted(label)}`, section, matches: (field) => field.label === label };
}

/**
 * An item with the fields of one section alone.
 *
 * @param section Its id or label; `null` for the fields outside of all sections, `undefined` for all fields. Of two sections of the same label, the fields of both.
 * @throws LookupError where the item has no such section.
 */
export function inSection(item: ItemFields, section: string | null | undefined, by: string): ItemFields {
  if (section === undefined) return item;
  checkFields(item, by);
  const fields = item.fields ?? [];
  const sections = item.sections ?? [];
  if (section === null) return { ...item, fields: fields.filter((field) => field.section === undefined) };
  if (typeof section !== "string") refuseArgument(by, "section", "must be a text, the id or label of a section, or null", section);
  const named = sections.filter(({ id, label }) => id === section || label === section).map(({ id }) => id);
  // A server may leave the list of sections out: fields name theirs by its id.
  const ids = new Set(fields.some((field) => field.section?.id === section) ? [...named, section] : named);
  if (ids.size > 0) return { ...item, fields: fields.filter((field) => field.section !== undefined && ids.has(field.section.id)) };
  const others = sections.length === 0 ? "there are no sections" : `there are ${listed(sections.map(({ id, label }) => quoted(label ?? id)))}`;
  throw new LookupError("not-found", `${by}: item ${item.id} has no section with the id or label ${quoted(section)}; ${others}`);
}

/** What is missing holds nothing; what else is no list of objects cannot be searched. */
function checkFields(item: ItemFields, by: string): void {
  expectObject(by, "item", item);
  for (const name of ["fields", "sections"] as const) {
    const list: unknown = item[name];
    if (list !== undefined && list !== null && !(Array.isArray(list) && list.every((part) => typeof part === "object" && part !== null)))
      refuseArgument(by, `item.${name}`, "must be a list of objects", list);
  }
}

/** A field in a message: label, section and id, whose names are no secrets. */
function shown({ id, label, section }: Field, { sections }: ItemFields): string {
  const heading = section === undefined ? undefined : (sections?.find((known) => known.id === section.id)?.label ?? section.id);
  const place = heading === undefined ? "" : ` in section ${quoted(heading)}`;
  return label === undefined || label === id ? `${quoted(id)}${place}` : `${quoted(label)}${place} (id ${quoted(id)})`;
}
