import { ArgumentError, expectObject, maskSecrets, rejectArgument } from "@keywright/core/client";
import type { FieldReplacement, Item, ItemPatch, ItemReplacement, JsonPatchOperation, NewSection } from "../../generated/client.ts";
import { operations } from "../../generated/operations.ts";
import { checkParts } from "../check-parts.ts";
import { writePointer } from "../json-pointer.ts";

/**
 * Returns the patch that turns one state of an item into another.
 *
 * Compares title, category, favorite, URLs, tags, sections and fields; ignores what the server
 * assigns. Fields are matched by id, and their order does not change. A field without an id is
 * added.
 *
 * @param after The whole item in its new state. The patch removes what is missing or `null`.
 * @returns The operations; empty if nothing differs.
 * @throws ArgumentError if the items' ids differ, a field id repeats, or `after` is no item.
 * @example
 * ```ts
 * const body = diffItem(item, { ...item, title: "Finance portal, Europe" });
 * ```
 */
export function diffItem(before: Item, after: ItemReplacement): ItemPatch {
  expectObject("diffItem", "before", before);
  expectObject("diffItem", "before.vault", before.vault);
  if (typeof after?.vault?.id !== "string") rejectArgument("diffItem", "after", "must be the whole item in its new state, with its vault", after);
  checkParts("diffItem", "before", before, ["fields", "sections"], false);
  checkParts("diffItem", "after", after, ["fields", "sections"], false);
  if ((after.id ?? before.id) !== before.id) reject("is another item");
  if (after.vault.id !== before.vault.id) reject("is in another vault; a patch does not move an item");
  const removed = (before.sections ?? []).filter(({ id }) => !(after.sections ?? []).some((section) => section.id === id));
  const changes = [
    ...ATTRIBUTES.flatMap((name) => changed([name], before[name], after[name])),
    ...LISTS.flatMap((name) => listChanges(name, before[name], after[name])),
    // A section must exist before fields move into it, and be empty before it is removed.
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

/** Replaces a whole list. Servers leave out empty lists. */
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
    // The server generates this value, so the patch does not set it.
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
    // The server assigns an id to a field that has none, `null` or an empty one.
    if (id === undefined || id === null || id === "") continue;
    if (found.has(id)) reject("has two fields with the same id");
    found.set(id, field);
  }
  return found;
}

/** A field without the properties that the server assigns. */
function written(field: FieldReplacement): object {
  return Object.fromEntries(WRITTEN.flatMap((name) => ((field[name] ?? undefined) === undefined ? [] : [[name, field[name]]])));
}

/** Whether two values are equal as JSON, in any order, with `null` equal to a missing property. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((element, index) => isSame(element, other[index]));
  if (!isObject(one) || !isObject(other)) return (one ?? undefined) === (other ?? undefined);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function reject(what: string): never {
  throw new ArgumentError("invalid-argument", `diffItem: after ${what}`, { argument: "after" });
}
