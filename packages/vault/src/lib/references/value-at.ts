import { LookupError } from "../errors.ts";
import { inSection, type ItemFields, valueOf } from "../items/find-field.ts";
import { isRecord } from "../rotation/section.ts";
import { fileAt, type ItemRead } from "./file-contents.ts";
import { valueOrThrow } from "./result.ts";
import type { SecretLocation } from "./secret-reference.ts";

/** Returns the value that a reference leads to, without regard to its attribute `otp`. */
export function valueAt({ item, contents }: ItemRead, at: SecretLocation, by: string): string {
  const { section, field, attribute } = at;
  const within = inSection(item, section, by);
  if (attribute === "fields") return fieldsOf(within, section !== undefined);
  const file = fileAt(item, at, by);
  if (file === undefined) {
    const value = valueOf(within, field, by);
    return attribute === "base64" ? inBase64(new TextEncoder().encode(value)) : value;
  }
  const bytes = valueOrThrow(contents.get(file.id));
  if (attribute === "base64") return inBase64(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const problem = `file ${file.id} of item ${item.id} is not text in UTF-8`;
    throw new LookupError("not-found", problem, {
      by,
      candidates: [file.id],
      advice: "end the reference with ?attribute=base64, or use --files of keywright-run",
    });
  }
}

function inBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
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
