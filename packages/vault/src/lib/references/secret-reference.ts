import { ArgumentError, checkOptions, expectObject, rejectArgument, rejectSecret, type Rules } from "@keywright/core/client";

const ATTRIBUTES = ["otp", "fields", "base64"] as const;
type Attribute = (typeof ATTRIBUTES)[number];

/** The place of a secret. Each part is a name or an id. */
export interface SecretLocation {
  readonly vault: string;
  readonly item: string;
  /** The section's id or label. Not needed if the field's name is unique. */
  readonly section?: string;
  /** The id or label of a field, the id or name of a file, or `*` with the attribute `fields`. */
  readonly field: string;
  /**
   * `otp` for the field's one-time code. `fields` for all fields of the item or section, as JSON:
   * an array of `{ id, label, section, type, purpose, value }`, without those of a
   * rotation. `base64` for the value, or the bytes of a file, in Base64.
   * @default the value of the field
   */
  readonly attribute?: Attribute;
}

/** Options of {@link secretReference} and {@link parseSecretReference}. */
export interface ReferenceOptions {
  /** The scheme, without `://`. @default "op" when it is read, no scheme when it is written */
  readonly scheme?: string | undefined;
}

const FORM = "vault/item/field or vault/item/section/field, with %2F for a slash and %25 for a percent sign in a name";

// RFC 3986 §3.1.
const SCHEME = /^[a-z][a-z\d+.-]*$/;

/** The rules of {@link ReferenceOptions}. */
export const REFERENCE_RULES: Rules = {
  scheme: [(value) => typeof value === "string" && SCHEME.test(value), "a scheme without ://, such as op"],
};

/**
 * Returns a reference to a secret: `[scheme://]vault/item/[section/]field`, with `?attribute=otp`
 * for a one-time code, or `[scheme://]vault/item/[section/]*?attribute=fields` for all fields.
 *
 * Escapes a slash as `%2F`, a question mark as `%3F` and a percent sign as `%25` (RFC 3986 §2.1).
 *
 * @throws ArgumentError if a part is missing or empty.
 * @example
 * ```ts
 * secretReference({ vault: "Production", item: "CI/CD", field: "token" });
 * // "Production/CI%2FCD/token"
 * ```
 */
export function secretReference(location: SecretLocation, options: ReferenceOptions = {}): string {
  const by = "secretReference";
  expectObject(by, "", location, 'must be an object such as { vault: "Production", item: "Finance portal", field: "password" }');
  checkOptions(by, options, REFERENCE_RULES);
  const { vault, item, section, field, attribute } = location;
  const parts = Object.entries({ vault, item, ...(section === undefined ? {} : { section }), field });
  for (const [name, part] of parts) if (typeof part !== "string" || part === "") rejectArgument(by, name, "must be a string that is not empty", part);
  if (attribute !== undefined && !ATTRIBUTES.includes(attribute)) rejectSecret(by, "attribute", 'must be "otp", "fields" or "base64"', attribute);
  if (attribute === "fields" && field !== "*") rejectSecret(by, "field", 'must be "*" with the attribute fields', field);
  const path = parts.map(([, part]) => part.replaceAll("%", "%25").replaceAll("/", "%2F").replaceAll("?", "%3F")).join("/");
  return `${options.scheme === undefined ? "" : `${options.scheme}://`}${path}${attribute === undefined ? "" : `?attribute=${attribute}`}`;
}

/**
 * Returns the parts of a reference, with or without scheme. Any character can be escaped as `%` and
 * two hexadecimal digits, in UTF-8.
 *
 * @throws ArgumentError if it is not a reference; without the text, which may be a secret.
 */
export function parseSecretReference(reference: string, options: ReferenceOptions = {}): SecretLocation {
  checkOptions("parseSecretReference", options, REFERENCE_RULES);
  return readReference(reference, "parseSecretReference", options.scheme);
}

/** {@link parseSecretReference} for another function, which messages name. */
export function readReference(reference: string, by: string, scheme = "op"): SecretLocation {
  if (typeof reference !== "string") rejectSecret(by, "reference", `must be ${FORM}`, reference);
  const isWhole = hasScheme(reference, scheme);
  const [path, attribute] = splitQuery(isWhole ? reference.slice(scheme.length + 3) : reference, isWhole, by);
  const parts = path.split("/").map((part) => decoded(part, by));
  const [vault = "", item = "", third = "", fourth] = parts;
  const advice = !isWhole && /^[a-z][a-z\d+.-]*:\/\//i.test(reference) ? `begin it with ${scheme}://, or set the option scheme` : undefined;
  if (parts.length < 3 || parts.length > 4 || parts.includes("")) rejectArgument(by, "reference", `must be ${FORM}`, reference, advice);
  const field = fourth ?? third;
  if (attribute.attribute === "fields" && field !== "*") rejectSecret(by, "reference", "with ?attribute=fields must end with /*?attribute=fields", reference);
  return { vault, item, ...(fourth === undefined ? {} : { section: third }), field, ...attribute };
}

/** Whether a text begins as only a reference does. */
export function hasScheme(text: string, scheme = "op"): boolean {
  return text.startsWith(`${scheme}://`);
}

/** Splits off the query: without a scheme, only `?attribute=`, because names may contain `?`. */
function splitQuery(text: string, isWhole: boolean, by: string): [path: string, attribute: { readonly attribute?: Attribute }] {
  const start = isWhole ? text.indexOf("?") : text.lastIndexOf("?attribute=");
  if (start === -1) return [text, {}];
  const attribute = ATTRIBUTES.find((name) => text.slice(start) === `?attribute=${name}`);
  if (attribute === undefined)
    throw new ArgumentError("invalid-argument", "reference has a query that is not ?attribute=otp, fields or base64", {
      by,
      argument: "reference",
      advice: "write %3F for a question mark in a name",
    });
  return [text.slice(0, start), { attribute }];
}

function decoded(part: string, by: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ArgumentError("invalid-argument", "reference has a percent sign that is not part of an escape", {
      by,
      argument: "reference",
      advice: "write %25 for a percent sign in a name",
    });
  }
}
