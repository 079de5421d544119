import type { Field, Item, ItemPatch } from "../../generated/client.ts";
import { itemPatch } from "../items/item-patch.ts";
import { isRecord, SECTION } from "./section.ts";

/**
 * Fields of the section `Rotation`. A label is kind, tag and field id: `next 3f9a password`.
 *
 * - `next`: a value that a run (the tag) generated. Every run applies the first one.
 * - `joined`: a run (the tag) continues with the first `next`. It has no value.
 * - `previous`: the value before the current one; no tag.
 * - `begun`: a run (the tag) added it, without a value, in place of `previous` before any
 *   promotion.
 * - `retired`: rejected, replaced or unused since a time (the tag). A run may still apply it.
 */
type Kind = "next" | "joined" | "previous" | "begun" | "retired";

/** A field of the section `Rotation`. */
export interface RotationRecord {
  readonly id: string;
  readonly tag: string;
  readonly value: string | undefined;
}

/** The state of a rotation, as an item has it. */
export interface Records {
  readonly item: Item;
  /** The value of the rotated field. */
  readonly current: string | undefined;
  readonly next: readonly RotationRecord[];
  readonly joined: readonly RotationRecord[];
  readonly previous: readonly RotationRecord[];
  readonly begun: readonly RotationRecord[];
  readonly retired: readonly RotationRecord[];
}

/**
 * Reads the records of a field, in the order of the item's fields. Servers add fields at the end,
 * so that the first stays the first; in another order, some concurrent rotations fail.
 */
export function readRecords(item: Item, fieldId: string): Records {
  const fields = item.fields ?? [];
  const of = (kind: Kind): RotationRecord[] => fields.filter(isRecord).flatMap((field) => readRecord(field, kind, fieldId) ?? []);
  const next = of("next").filter(({ value }) => Boolean(value));
  const current = fields.find(({ id }) => id === fieldId)?.value ?? undefined;
  return { item, current, next, joined: of("joined"), previous: of("previous"), begun: of("begun"), retired: of("retired") };
}

function readRecord({ id, label = "", value }: Field, kind: Kind, fieldId: string): RotationRecord | undefined {
  if (!label.endsWith(` ${fieldId}`)) return undefined;
  const [first, tag = "", ...others] = label.slice(0, -fieldId.length - 1).split(" ");
  // `previous my password` is a record of the field `my password`, not of `password`.
  const isOfField = others.length === 0 && (kind === "previous") === (tag === "");
  return first === kind && isOfField ? { id, tag, value: value ?? undefined } : undefined;
}

/** The label of a record. */
export function recordLabel(kind: Kind, tag: string, fieldId: string): string {
  return [kind, ...(tag === "" ? [] : [tag]), fieldId].join(" ");
}

/** Returns the patch that adds the section, if the item does not have it. */
export function withSection(item: Item): ItemPatch {
  const has = item.sections?.some(({ id }) => id === SECTION.id) === true || item.fields?.some(isRecord) === true;
  return has ? [] : itemPatch(item).addSection(SECTION).body;
}

/** Returns the properties of a record, as a field to add. */
export function newRecord(kind: Kind, tag: string, fieldId: string): { readonly label: string; readonly type: "CONCEALED"; readonly section: string } {
  return { label: recordLabel(kind, tag, fieldId), type: "CONCEALED", section: SECTION.id };
}
