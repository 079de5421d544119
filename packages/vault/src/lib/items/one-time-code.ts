import type { Field } from "../../generated/client.ts";
import { checkFields, type FieldName, fieldOf, type ItemFields, WITHOUT_FIELDS } from "./find-field.ts";
import { onlyOne, quoted } from "../only-one.ts";
import { LookupError } from "../errors.ts";

/**
 * Returns the one-time code of the time of the read, from the server. Read again for the next one.
 *
 * @param name The field, if the item has more than one of type `OTP`.
 * @throws LookupError `not-found` without such a field or its code; `ambiguous` if there are
 * several.
 * @example
 * ```ts
 * const code = oneTimeCode(await vault.getItem({ vaultUUID, itemUUID }));
 * ```
 */
export function oneTimeCode(item: ItemFields, name?: FieldName): string {
  checkFields(item, "oneTimeCode");
  return name === undefined ? codeIn(item, onlyCodeField(item), "oneTimeCode") : codeOf(item, name, "oneTimeCode");
}

/** {@link oneTimeCode} of a named field for another function, which messages name. */
export function codeOf(item: ItemFields, name: FieldName, by: string): string {
  return codeIn(item, fieldOf(item, name, by), by);
}

function codeIn(item: ItemFields, field: Field, by: string): string {
  // Servers also send null for a missing value.
  if (typeof field.totp === "string") return field.totp;
  const reason = field.type === "OTP" ? "is of type OTP, but the server sent no code: check that its value is an otpauth:// address" : "is not of type OTP";
  throw new LookupError("not-found", `the field ${quoted(field.id)} of item ${item.id} ${reason}`, { by, candidates: [field.id] });
}

function onlyCodeField({ id, fields }: ItemFields) {
  return onlyOne(
    (fields ?? []).filter(({ type, totp }) => type === "OTP" || typeof totp === "string"),
    {
      by: "oneTimeCode",
      sought: "field of type OTP",
      where: `item ${id}`,
      advice: () => (fields === undefined ? WITHOUT_FIELDS : "it has no one-time codes"),
      show: (field) => quoted(field.label ?? field.id) + (field.label === undefined ? "" : ` (id ${quoted(field.id)})`),
    },
  );
}
