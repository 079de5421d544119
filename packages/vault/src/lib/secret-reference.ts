import { ArgumentError, expectObject, refuseArgument } from "@keywright/core/client";

/** The place of a secret. Each part is a name or an id. */
export interface SecretLocation {
  readonly vault: string;
  readonly item: string;
  /** The section's id or label. Not needed if the field's name is unique. */
  readonly section?: string;
  /** The field's id or label. */
  readonly field: string;
}

const FORM = "vault/item/field or vault/item/section/field, with %2F for a slash and %25 for a percent sign in a name";

/**
 * Returns a reference to a secret: `vault/item/[section/]field`.
 *
 * Escapes a slash in a name as `%2F` and a percent sign as `%25` (RFC 3986 §2.1).
 *
 * @throws ArgumentError if a part is missing or empty.
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
    if (typeof part !== "string" || part === "") refuseArgument("secretReference", name, "must be a string that is not empty", part);
  return parts.map(([, part]) => part.replaceAll("%", "%25").replaceAll("/", "%2F")).join("/");
}

/**
 * Returns the parts of a reference to a secret. Any character can be escaped as `%` and two hexadecimal digits, in UTF-8.
 *
 * @throws ArgumentError if it is not a reference. The message does not contain the text, because it may be a misplaced secret.
 */
export function parseSecretReference(reference: string): SecretLocation {
  return readReference(reference, "parseSecretReference");
}

/** {@link parseSecretReference} for another function, which messages name. */
export function readReference(reference: string, by: string): SecretLocation {
  if (typeof reference !== "string") refuseArgument(by, "reference", `must be ${FORM}`, reference, true);
  const parts = reference.split("/").map((part) => decoded(part, by));
  const [vault = "", item = "", third = "", fourth] = parts;
  const advice = reference.startsWith("op://") ? "leave out op://, because a reference has no scheme" : undefined;
  if (parts.length < 3 || parts.length > 4 || parts.includes("")) refuseArgument(by, "reference", `must be ${FORM}`, reference, false, advice);
  return fourth === undefined ? { vault, item, field: third } : { vault, item, section: third, field: fourth };
}

function decoded(part: string, by: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ArgumentError("invalid-argument", `${by}: reference has a percent sign that is not part of an escape: write %25 for a percent sign in a name`, {
      argument: "reference",
    });
  }
}
