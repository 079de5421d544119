import { expectObject, maskSecrets, rejectArgument, rejectSecret } from "@keywright/core/client";
import type { CreateItemInput, ItemUrl, NewField, NewItem, NewItemCategory, Section } from "../../generated/client.ts";
import { operations } from "../../generated/operations.ts";
import { NEW_ITEM_CATEGORY_VALUES } from "../../generated/values.ts";
import { type FieldDraft, type Generate, newField } from "./field-draft.ts";

/** A section to create, with its fields in the order in which people see them. */
export interface SectionDraft {
  /** The heading that people see. */
  readonly label: string;
  /** @default `section-1`, `section-2` and so on */
  readonly id?: string;
  readonly fields: readonly FieldDraft[];
}

interface DraftOf<Category extends NewItemCategory> {
  /** The id of the vault. */
  readonly vaultUUID: string;
  readonly category: Category;
  /** The name that people see. */
  readonly title: string;
  /** Strings, the first of which becomes the primary URL, or objects, which are sent unchanged. */
  readonly urls?: readonly (string | ItemUrl)[];
  readonly tags?: readonly string[];
  readonly favorite?: boolean;
  readonly notes?: string;
  /** Fields outside sections, after username, password and notes. */
  readonly fields?: readonly FieldDraft[];
  readonly sections?: readonly SectionDraft[];
}

/** A password, or `{ generate }` for one that the server generates. */
export type PasswordDraft = string | { readonly generate: Generate };

/** A new item: shortcuts for `LOGIN` and `PASSWORD` (with a `password`); others have `fields`. */
export type ItemDraft =
  | (DraftOf<"LOGIN"> & { readonly username?: string; readonly password?: PasswordDraft })
  | (DraftOf<"PASSWORD"> & { readonly password: PasswordDraft; readonly username?: never })
  | (DraftOf<Exclude<NewItemCategory, "LOGIN" | "PASSWORD">> & { readonly username?: never; readonly password?: never });

/**
 * Returns the input of `createItem`, or throws if the server would reject the item.
 *
 * @throws ArgumentError that names the place and contains no value: for a category that cannot be
 * created, a recipe that cannot generate a value, a repeated id, or an invalid date.
 * @example
 * ```ts
 * const item = await vault.createItem(
 *   itemDraft({
 *     vaultUUID,
 *     category: "LOGIN",
 *     title: "Payroll portal",
 *     username: "finance-lead",
 *     password: { generate: { length: 24, characterSets: ["LETTERS", "DIGITS"] } },
 *     sections: [{ label: "Security", fields: [{ label: "PIN", value: "4711" }] }],
 *   }),
 * );
 * ```
 */
export function itemDraft(draft: ItemDraft): CreateItemInput {
  checkDraft(draft);
  const { vaultUUID, category, title, urls, tags, favorite } = draft;
  const sections = sectionsOf(draft);
  const fields = fieldsOf(draft, sections);
  rejectDuplicates(
    fields.map(({ id }) => id ?? undefined),
    "fields",
  );
  const body: NewItem = {
    title,
    vault: { id: vaultUUID },
    category,
    ...(urls === undefined ? {} : { urls: urls.map(urlOf) }),
    ...(favorite === undefined ? {} : { favorite }),
    ...(tags === undefined ? {} : { tags }),
    ...(fields.length === 0 ? {} : { fields }),
    ...(sections.length === 0 ? {} : { sections }),
  };
  maskSecrets(body, operations.createItem.secrets.request);
  return { vaultUUID, body };
}

const MEMBERS = ["vaultUUID", "category", "title", "username", "password", "notes", "urls", "tags", "favorite", "fields", "sections"];
const CATEGORIES: readonly string[] = NEW_ITEM_CATEGORY_VALUES;

/** Checks at run time what the compiler checks in TypeScript. `newField` checks each field. */
function checkDraft(draft: ItemDraft): void {
  expectObject("itemDraft", "", draft, "must be an object such as { vaultUUID, category, title }");
  for (const [name, value] of Object.entries(draft)) {
    if (!MEMBERS.includes(name)) reject(name.slice(0, 40), `is not known here: use ${MEMBERS.join(", ")}`, value);
    if (["urls", "tags", "fields", "sections"].includes(name) && value !== undefined && !Array.isArray(value)) reject(name, "must be a list", value);
  }
  const { category, title, username, password, sections = [] } = draft;
  if (!CATEGORIES.includes(category)) reject("category", `must be one of ${CATEGORIES.join(", ")}`, category);
  if (typeof title !== "string") reject("title", "must be a string", title);
  if (username !== undefined && category !== "LOGIN") reject("username", "is only for logins: use fields", username);
  checkPassword(category, password);
  for (const [index, section] of sections.entries()) {
    if (typeof section?.label !== "string") reject(`sections[${index}].label`, "must be a string", section?.label);
    if (!Array.isArray(section.fields)) reject(`sections[${index}].fields`, "must be a list", section.fields);
  }
}

function checkPassword(category: NewItemCategory, password: PasswordDraft | undefined): void {
  if (password !== undefined && category !== "LOGIN" && category !== "PASSWORD") reject("password", "is only for logins and passwords: use fields", password);
  if (password === undefined && category === "PASSWORD") reject("password", "is needed", password);
  // A number has no properties and would be ignored.
  if (password !== undefined && typeof password !== "string" && password?.generate === undefined)
    rejectSecret("itemDraft", "password", "must be a string, or an object with generate", password);
}

function reject(at: string, expected: string, value: unknown): never {
  rejectArgument("itemDraft", at, expected, value);
}

function urlOf(url: string | ItemUrl, index: number, urls: readonly (string | ItemUrl)[]): ItemUrl {
  if (typeof url !== "string") return url;
  const chosen = urls.some((other) => typeof other !== "string" && other.primary === true);
  return { href: url, primary: index === 0 && !chosen };
}

function sectionsOf({ sections = [] }: ItemDraft): Section[] {
  const taken = sections.flatMap(({ id }) => id ?? []);
  rejectDuplicates(taken, "sections");
  let next = 0;
  const freeId = (): string => {
    do next += 1;
    while (taken.includes(`section-${next}`));
    return `section-${next}`;
  };
  return sections.map(({ id, label }) => ({ id: id ?? freeId(), label }));
}

function fieldsOf(draft: ItemDraft, sections: readonly Section[]): NewField[] {
  const { username, password, notes, fields = [] } = draft;
  const withPassword = typeof password === "string" ? { value: password } : password;
  return [
    ...(username === undefined ? [] : [draftField({ purpose: "USERNAME", value: username }, "username")]),
    ...(withPassword === undefined ? [] : [draftField({ purpose: "PASSWORD", ...withPassword }, "password")]),
    ...(notes === undefined ? [] : [draftField({ purpose: "NOTES", value: notes }, "notes")]),
    ...fields.map((field, index) => draftField(field, `fields[${index}]`)),
    ...(draft.sections ?? []).flatMap((section, place) =>
      section.fields.map((field, index) => ({ ...draftField(field, `sections[${place}].fields[${index}]`), section: { id: sections[place]?.id ?? "" } })),
    ),
  ];
}

function draftField(field: FieldDraft, at: string): NewField {
  return newField(field, "itemDraft", at);
}

function rejectDuplicates(ids: readonly (string | undefined)[], at: string): void {
  const twice = ids.find((id, index) => id !== undefined && ids.indexOf(id) < index);
  if (twice !== undefined) reject(at, "must not have the same id twice", twice);
}
