import { inSection, type ItemFields, valueOf } from "../items/find-field.ts";
import { isRecord } from "../rotation/section.ts";
import type { SecretLocation } from "./secret-reference.ts";

/** Returns the value that a reference leads to, without regard to its attribute `otp`. */
export function valueAt(item: ItemFields, { section, field, attribute }: SecretLocation, by: string): string {
  const within = inSection(item, section, by);
  return attribute === "fields" ? fieldsOf(within, section !== undefined) : valueOf(within, field, by);
}

/** Returns the fields of an item as JSON. */
function fieldsOf({ fields = [], sections = [] }: ItemFields, isSection: boolean): string {
  const labelOf = (id: string): string => sections.find((section) => section.id === id)?.label || id;
  const shown = fields.filter((field) => isSection || !isRecord(field));
  // Servers also send null or no characters for what is missing.
  return JSON.stringify(
    shown.map(({ id, label, section, type, purpose, value }) => ({
      id,
      label: label || undefined,
      section: section && labelOf(section.id),
      type,
      purpose: purpose || undefined,
      value: value ?? undefined,
    })),
  );
}
