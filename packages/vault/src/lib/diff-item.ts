import { ArgumentError, expectObject, maskSecrets, refuseArgument } from "@keywright/core/client";
import type { FieldReplacement, Item, ItemPatch, ItemReplacement, JsonPatchOperation, NewSection } from "../generated/client.ts";
import { operations } from "../generated/operations.ts";
import { writePointer } from "./json-pointer.ts";

/**
 * The patch that makes one item of another: for a program that changes a copy of what it read.
 *
 * Only what clients write is compared: title, category, favourite, addresses, tags, sections and fields. Fields are told apart by their ids; their order is left as it is. A field without an
 * id is added. What the server assigns is passed over.
 *
 * @param after The whole item as it is to be: what is left out of it, or null, goes.
 * @returns The operations; empty where nothing differs.
 * @throws ArgumentError where the two are not the same item, one has two fields of one id, or `after` is no item.
 * @example
 * ```ts
 * const body = diffItem(item, { ...item, title: "Finance portal, Europe" });
 * ```
 */
export function diffItem(before: Item, after: ItemReplacement): ItemPatch {
  expectObject("diffItem", "before.vault", before?.vault);
  if (typeof after?.vault?.id !== "string") refuseArgument("diffItem", "after", "must be the whole item as it is to be, with its vault", after);
  if ((after.id ?? before.id) !== before.id) refuse("is another item");
  if (after.vault.id !== before.vault.id) refuse("is in another vault; a patch does not move an item");
  const removed = (before.sections ?? []).filter(({ id }) => !(after.sections ?? []).some((section) => section.id === id));
  const changes = [
    ...ATTRIBUTES.flatMap((name) => changed([name], before[name], after[name])),
    ...LISTS.flatMap((name) => listChanges(name, before[name], after[name])),
    // Fields go into sections that are there, and sections go when no field is in them any more.
    ...listChanges("sections", before.sections, withRemoved(after.sections, removed)),
    ...fieldChanges(before.fields ?? [], after.fields ?? []),
    ...(removed.length === 0 ? [] : listChanges("sections", withRemoved(after.sections, removed), after.sections)),
  ];
  maskSecrets(changes, operations.patchItem.secrets.request);
  return changes;
}

const ATTRIBUTES = ["title", "category", "favorite"] as const;
const LISTS = ["urls", "tags"] as const;
const FIELD_ATTRIBUTES = ["section", "purpose", "type", "label", "value"] as const;
const WRITTEN = ["id", ...FIELD_ATTRIBUTES, "generate", "recipe"] as const;

type Sections = readonly NewSection[] | null | undefined;
type List = readonly unknown[] | null | undefined;

function withRemoved(sections: Sections, removed: readonly NewSection[]): Sections {
  return removed.length === 0 ? sections : [...(sections ?? []), ...removed];
}

/** Sets a list as a whole. Servers leave out a list that is empty. */
function listChanges(name: string, before: List, after: List): JsonPatchOperation[] {
  return isSame(before ?? [], after ?? []) ? [] : changed([name], before, after ?? []);
}

function fieldChanges(before: readonly FieldReplacement[], after: readonly FieldReplacement[]): JsonPatchOperation[] {
  const [old, kept] = [byId(before), byId(after)];
  return [
    ...[...old.keys()].filter((id) => !kept.has(id)).map((id): JsonPatchOperation => ({ op: "remove", path: writePointer("fields", id) })),
    ...after.flatMap((field): JsonPatchOperation[] => {
      const known = old.get(field.id ?? "");
      return known === undefined ? [{ op: "add", path: writePointer("fields"), value: written(field) }] : attributeChanges(known, field);
    }),
  ];
}

function attributeChanges(before: FieldReplacement, after: FieldReplacement): JsonPatchOperation[] {
  const at = ["fields", before.id ?? ""];
  const made = after.generate === true;
  return [
    // A value that is to be made up is not set before.
    ...FIELD_ATTRIBUTES.filter((name) => !(made && name === "value")).flatMap((name) => changed([...at, name], before[name], after[name])),
    ...(["generate", "recipe"] as const).flatMap((name) => (made ? changed([...at, name], undefined, after[name]) : [])),
  ];
}

function changed(path: readonly string[], before: unknown, after: unknown): JsonPatchOperation[] {
  if (isSame(before, after)) return [];
  const pointer = writePointer(...path);
  if (after === undefined || after === null) return [{ op: "remove", path: pointer }];
  return [{ op: before === undefined ? "add" : "replace", path: pointer, value: after }];
}

function byId(fields: readonly FieldReplacement[]): ReadonlyMap<string, FieldReplacement> {
  const found = new Map<string, FieldReplacement>();
  for (const field of fields) {
    const { id } = field;
    // The server makes the id of a field without one; null and the empty string count as none.
    if (id === undefined || id === null || id === "") continue;
    if (found.has(id)) refuse("has two fields of one id");
    found.set(id, field);
  }
  return found;
}

/** A field without what the server assigns. */
function written(field: FieldReplacement): object {
  return Object.fromEntries(WRITTEN.flatMap((name) => ((field[name] ?? undefined) === undefined ? [] : [[name, field[name]]])));
}

/** Whether two values are the same as JSON, whatever the order of their members. Null counts as left out. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((element, index) => isSame(element, other[index]));
  if (!isObject(one) || !isObject(other)) return (one ?? undefined) === (other ?? undefined);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(what: string): never {
  throw new ArgumentError("invalid-argument", `diffItem: after ${what}`, { argument: "after" });
}
