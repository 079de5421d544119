import { rejectArgument } from "@keywright/core/client";
import { FIXED_SCIM_ATTRIBUTES, SCIM_KINDS, type ScimKind } from "./scim-attributes.ts";

/** A path in the form that is sent, and the kind of value that it takes. */
export interface WrittenPath {
  readonly path: string;
  readonly kind: ScimKind;
}

/** Returns the path that is sent. @throws ArgumentError if a patch cannot change it. */
export function writeScimPath(by: string, path: unknown): WrittenPath {
  if (Array.isArray(path)) return writeValuePath(by, path);
  if (typeof path !== "string") return rejectArgument(by, "path", 'must be an attribute, or a list such as ["emails", { type: "work" }]', path);
  const [name = "", member, ...more] = path.split(".");
  const kind = kindOf(by, name);
  if (member === undefined) return { path, kind };
  const inner = typeof kind === "object" && !isList(kind) && more.length === 0 ? own(kind, member) : undefined;
  if (inner === undefined) rejectArgument(by, "path", `is not a property of ${name}${propertiesOf(name, kind)}`, path);
  return { path, kind: inner };
}

function writeValuePath(by: string, [name, selector, member, ...more]: readonly unknown[]): WrittenPath {
  const attribute = typeof name === "string" ? name : "";
  const list = kindOf(by, attribute);
  if (!isList(list)) return rejectArgument(by, "path[0]", "must be an attribute that is a list", name);
  const [element] = list;
  const path = `${attribute}[${writeSelector(by, selector, element)}]`;
  if (member === undefined) return { path, kind: element };
  const kind = typeof member === "string" && more.length === 0 ? own(element, member) : undefined;
  if (kind === undefined) rejectArgument(by, "path[2]", `must be one of ${Object.keys(element).join(", ")}`, member);
  return { path: `${path}.${member}`, kind };
}

/** RFC 7644 §3.5.2, §3.4.2.2: a value in a path is JSON, which escapes quotes and backslashes. */
function writeSelector(by: string, selector: unknown, element: ScimKind): string {
  const members = typeof selector === "object" && selector !== null ? Object.entries(selector).filter(([, value]) => value !== undefined) : [];
  if (members.length === 0) rejectArgument(by, "path[1]", 'must select values, such as { type: "work" }', selector);
  return members
    .map(([name, value]) => {
      const kind = own(element, name);
      if (kind === undefined) rejectArgument(by, "path[1]", `must only have the properties ${Object.keys(element).join(", ")}`, name);
      checkScimValue(by, `path[1].${name}`, value, kind);
      return `${name} eq ${JSON.stringify(value)}`;
    })
    .join(" and ");
}

/** @throws ArgumentError if a value has another kind. The message does not contain the value. */
export function checkScimValue(by: string, at: string, value: unknown, kind: ScimKind): void {
  if (typeof kind === "string") {
    if (typeof value !== kind) rejectArgument(by, at, kind === "string" ? "must be a string" : "must be true or false", value);
    if (typeof value === "string" && /\p{Surrogate}/u.test(value)) rejectArgument(by, at, "must be well-formed Unicode", value);
  } else if (isList(kind)) {
    if (!Array.isArray(value)) rejectArgument(by, at, "must be a list", value);
    for (const [index, element] of value.entries()) checkScimValue(by, `${at}[${index}]`, element, kind[0]);
  } else {
    if (typeof value !== "object" || value === null || Array.isArray(value)) rejectArgument(by, at, "must be an object", value);
    const members = Object.entries(value);
    if (members.length === 0) rejectArgument(by, at, "must have at least one property", value);
    // A server can know properties that the contract does not have: these are not checked.
    for (const [name, member] of members) {
      const inner = own(kind, name);
      if (inner !== undefined && member !== undefined) checkScimValue(by, `${at}.${name}`, member, inner);
    }
  }
}

function kindOf(by: string, name: string): ScimKind {
  const kind = own(SCIM_KINDS, name);
  if (kind !== undefined) return kind;
  const [, fixed] = Object.entries(FIXED_SCIM_ATTRIBUTES).find(([known]) => known === name) ?? [];
  return rejectArgument(
    by,
    "path",
    fixed === undefined ? `must begin with one of ${Object.keys(SCIM_KINDS).join(", ")}` : `must not be ${name}, which ${fixed}`,
    name,
  );
}

function own(kind: ScimKind, name: string): ScimKind | undefined {
  return typeof kind === "object" && !isList(kind) && Object.hasOwn(kind, name) ? kind[name] : undefined;
}

function isList(kind: ScimKind): kind is readonly [ScimKind] {
  return Array.isArray(kind);
}

function propertiesOf(name: string, kind: ScimKind): string {
  if (typeof kind === "string") return ", which has none";
  if (isList(kind)) return `: a list takes a path such as ["${name}", { … }, "value"]`;
  return `; it has ${Object.keys(kind).join(", ")}`;
}
