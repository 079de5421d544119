import type { components } from "@keywright/management/schema";
import { managementContract } from "../state/contract.ts";
import { FilterSyntaxError } from "../filter/filter-tokens.ts";
import type { FieldErrors } from "../problems/problem.ts";
import { parseScimPath, type ScimPath } from "./scim-path.ts";
import { applyScimChange, ScimPatchError } from "./scim-patch.ts";
import { inVerifiedDomain, type Organization } from "../state/store.ts";

type Schemas = components["schemas"];
type Operation = Schemas["ScimPatchOperation"];

/** The attributes of a user, each with its sub-attributes. */
const ATTRIBUTES: { readonly [attribute: string]: readonly string[] } = {
  schemas: [],
  id: [],
  externalId: [],
  userName: [],
  name: ["formatted", "familyName", "givenName"],
  displayName: [],
  title: [],
  preferredLanguage: [],
  locale: [],
  timezone: [],
  active: [],
  emails: ["primary", "type", "value"],
  // The sub-attributes of RFC 7643, section 4.1.2.
  phoneNumbers: ["primary", "type", "value", "display"],
  roles: ["value", "display", "primary", "type"],
  meta: ["created", "lastModified", "resourceType", "location"],
};
const LISTS = ["emails", "phoneNumbers", "roles"];

/**
 * Attributes that the service derives, and ignores in requests.
 */
const IGNORED = ["id", "meta", "displayName", "preferredLanguage"];

// A patch of a user only needs a few operations.
const MOST_OPERATIONS = 1000;

/** The patched user, or the errors of the patch. */
export type PatchedUser = { readonly user: Schemas["ScimUser"] } | { readonly errors: FieldErrors };

/** Applies a patch to a user atomically. */
export function patchUser(user: Schemas["ScimUser"], operations: readonly Operation[], organization: Organization): PatchedUser {
  if (operations.length > MOST_OPERATIONS) return rejected("Operations", `has more than ${MOST_OPERATIONS} operations`);
  const copy: { [name: string]: unknown } = structuredClone(user);
  for (const [index, operation] of operations.entries()) {
    try {
      applyOperation(copy, operation, organization);
    } catch (error) {
      if (!(error instanceof ScimPatchError || error instanceof FilterSyntaxError)) throw error;
      return rejected(`Operations.${index}`, `${operation.op} ${operation.path}: ${error.message}`);
    }
  }
  // Only the first phone number is stored.
  if (Array.isArray(copy["phoneNumbers"])) copy["phoneNumbers"] = copy["phoneNumbers"].slice(0, 1);
  copy["roles"] = withoutRepeated(copy["roles"]);
  if (copy["roles"] === undefined) delete copy["roles"];
  const issues = managementContract().checkSchema("ScimUser", copy);
  if (issues.length > 0) return { errors: Object.fromEntries(issues.map(({ pointer, message }) => [pointer.slice(1).replaceAll("/", "."), [message]])) };
  const patched = copy as Schemas["ScimUser"];
  if (patched.timezone !== undefined && !isTimeZone(patched.timezone))
    return rejected("timezone", `${patched.timezone} is not a time zone of the IANA database`);
  const unknown = (patched.roles ?? []).filter(({ value }) => value === undefined || !organization.roles.includes(value));
  return unknown.length > 0 ? { errors: { roles: unknown.map(({ value }) => `There is no role ${value ?? "without a value"}.`) } } : { user: patched };
}

/** Returns whether a text names a time zone. Some platforms accept offsets, such as `+01:00`. */
function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

function withoutRepeated(roles: unknown): unknown {
  if (!Array.isArray(roles)) return roles;
  const values = roles.map((role: { readonly value?: unknown } | null) => role?.value);
  return roles.filter((_role, index) => values.indexOf(values[index]) === index);
}

function rejected(field: string, message: string): PatchedUser {
  return { errors: { [field]: [message] } };
}

function applyOperation(copy: { [name: string]: unknown }, { op, path: text, value }: Operation, organization: Organization): void {
  const path = canonical(parseScimPath(text));
  if (IGNORED.includes(path.attribute)) return;
  if (path.attribute === "userName") return checkUserName(copy, op, value, organization);
  if (path.attribute === "schemas") throw new ScimPatchError("the schemas of a user cannot be changed");
  if (path.filter !== undefined && !LISTS.includes(path.attribute))
    throw new ScimPatchError(`${path.attribute} has a single value, so that a filter selects nothing`);
  const named = canonicalValue(path, value);
  applyScimChange(copy, { op, path, value: LISTS.includes(path.attribute) ? asList(path, copy, named) : named });
}

/** Wraps a single value of an array attribute in an array. */
function asList({ attribute, subAttribute, filter }: ScimPath, copy: { readonly [name: string]: unknown }, value: unknown): unknown {
  const whole = subAttribute === undefined && filter === undefined;
  return whole && copy[attribute] === undefined && value !== undefined && value !== null && !Array.isArray(value) ? [value] : value;
}

/** Returns a path with the schema's names, because names are case-insensitive (RFC 7643 §2.1). */
function canonical(path: ScimPath): ScimPath {
  if (path.extension !== undefined) throw new ScimPatchError(`users have no attributes of ${path.extension}`);
  const attribute = find(Object.keys(ATTRIBUTES), path.attribute) ?? unknownAttribute(path.attribute);
  const known = ATTRIBUTES[attribute] ?? [];
  const named = (name: string): string => find(known, name) ?? unknownAttribute(`${attribute}.${name}`);
  return {
    ...path,
    attribute,
    ...(path.subAttribute === undefined ? {} : { subAttribute: named(path.subAttribute) }),
    ...(path.property === undefined ? {} : { property: named(path.property) }),
  };
}

function find(names: readonly string[], name: string): string | undefined {
  return names.find((known) => known.toLowerCase() === name.toLowerCase());
}

function unknownAttribute(name: string): never {
  throw new ScimPatchError(`users have no attribute ${name}`);
}

/** Returns a value with the schema's names of its sub-attributes. */
function canonicalValue({ attribute, subAttribute, property }: ScimPath, value: unknown): unknown {
  const known = ATTRIBUTES[attribute] ?? [];
  if (known.length === 0 || subAttribute !== undefined || property !== undefined || value === null || value === undefined) return value;
  const rename = (complex: unknown): unknown => {
    if (typeof complex !== "object" || complex === null || Array.isArray(complex))
      throw new ScimPatchError(`${attribute} has sub-attributes and cannot be ${JSON.stringify(complex)}`);
    return Object.fromEntries(Object.entries(complex).map(([name, part]) => [find(known, name) ?? unknownAttribute(`${attribute}.${name}`), part]));
  };
  return Array.isArray(value) ? value.map(rename) : rename(value);
}

/** `userName` is immutable. RFC 7644 §3.5.2: setting the same value is allowed. */
function checkUserName({ userName }: { readonly [name: string]: unknown }, op: Operation["op"], value: unknown, organization: Organization): void {
  if (op !== "remove" && value === userName) return;
  const unverified = op !== "remove" && typeof value === "string" && !inVerifiedDomain(value, organization);
  throw new ScimPatchError(`userName cannot be changed${unverified ? ", and the domain is not verified for the organization" : ""}`);
}
