import { ArgumentError, expectObject, refuseArgument } from "@keywright/core/client";

/** Where a secret stands. Each part is a name or an id. */
export interface SecretLocation {
  readonly vault: string;
  readonly item: string;
  /** The section's id or label; absent where the field's name is enough. */
  readonly section?: string;
  /** The field's id or label. */
  readonly field: string;
}

const FORM = "vault/item/field or vault/item/section/field, with %2F for a slash and %25 for a percent sign inside of a name";

/**
 * Writes a reference to a secret: `vault/item/[section/]field`.
 *
 * A slash inside of a name is written `%2F` and a percent sign `%25`, as in an address (RFC 3986 §2.1). Nothing else has to be escaped.
 *
 * @throws ArgumentError where a part is missing or empty.
 * @example
 * ```ts
 * secretReference({ vault: "Production", item: "CI/CD", field: "token" }); // "Production/CI%2FCD/token"
 * ```
 */
export function secretReference(location: SecretLocation): string {
  expectObject("secretReference", "", location);
  const { vault, item, section, field } = location;
  const parts = Object.entries({ vault, item, ...(section === undefined ? {} : { section }), field });
  for (const [name, part] of parts)
    if (typeof part !== "string" || part === "") refuseArgument("secretReference", name, "must be a text that is not empty", part);
  return parts.map(([, part]) => part.replaceAll("%", "%25").replaceAll("/", "%2F")).join("/");
}

/**
 * Reads a reference to a secret. Any character may be written as `%` and two hexadecimal digits, in UTF-8.
 *
 * @throws ArgumentError where it is none; the text is not repeated, for it may be a secret that was put in the place of a reference.
 */
export function parseSecretReference(reference: string): SecretLocation {
  return readReference(reference, "parseSecretReference");
}

/** As {@link parseSecretReference}, in the name of another function. */
export function readReference(reference: string, by: string): SecretLocation {
  if (typeof reference !== "string") refuseArgument(by, "reference", `must be ${FORM}`, reference, true);
  const parts = reference.split("/").map((part) => decoded(part, by));
  const [vault = "", item = "", third = "", fourth] = parts;
  if (parts.length < 3 || parts.length > 4 || parts.includes("")) refuseArgument(by, "reference", `must be ${FORM}`, reference);
  return fourth === undefined ? { vault, item, field: third } : { vault, item, section: third, field: fourth };
}

function decoded(part: string, by: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ArgumentError("invalid-argument", `${by}: reference has a percent sign that begins no escape; inside of a name it is written %25`, {
      argument: "reference",
    });
  }
}
