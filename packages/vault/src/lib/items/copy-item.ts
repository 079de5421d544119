import type { CallOptions } from "@keywright/core";
import { ArgumentError, CALL_RULES, checkOptions, expectClient, expectObject, FLAG, maskSecrets, rejectArgument } from "@keywright/core/client";
import type { Field, Item, NewField, NewItem, NewItemCategory, Section, VaultClient } from "../../generated/client.ts";
import { operations } from "../../generated/operations.ts";
import { NEW_ITEM_CATEGORY_VALUES } from "../../generated/values.ts";
import { checkId } from "../check-id.ts";
import { checkNames } from "../check-names.ts";
import { checkRef, type ItemRef, itemRef } from "./item-ref.ts";
import { expectItem } from "../expect-response.ts";
import { listed, quoted } from "../only-one.ts";

/** Where {@link copyItem} creates the copy. */
export interface CopyTarget {
  /** The vault of the copy, by its id. */
  readonly vaultUUID: string;
  /** The title of the copy. @default the item's */
  readonly title?: string | undefined;
  /** The category of the copy, if the item's cannot be created. @default the item's */
  readonly category?: NewItemCategory | undefined;
}

/** Options of {@link copyItem}. */
export interface CopyOptions extends CallOptions {
  /** Leaves out files, which cannot be created. @default false: throws for an item with files */
  readonly withoutFiles?: boolean | undefined;
}

/**
 * Copies an item into a vault and returns the copy, with fields, sections, tags, URLs and the
 * favorite mark. Fields and sections keep their ids. The server assigns a new id, version and
 * times; the copy has no password history.
 *
 * Sends one request to create the copy, and one to read the item if needed. The original does not
 * change. The copy of an archived item is active.
 *
 * @param from The ids of the item, or the item. An entry of a list is read, for its fields.
 * @returns The copy as the server stored it.
 * @throws ArgumentError before anything is written, if an argument is invalid, or if the item has
 * something that a new item cannot have: files, a category that cannot be created, or a property
 * that is not in the contract. The message names it and contains no value.
 * @throws ApiError 400, 401, 403, 404.
 * @example
 * ```ts
 * const at = { vaultUUID: archive.id, title: "Finance portal (copy)" };
 * const copy = await copyItem(vault, itemRef(item), at);
 * ```
 */
export async function copyItem(
  client: Pick<VaultClient, "getItem" | "createItem">,
  from: ItemRef | Pick<Item, "id" | "vault" | "category">,
  to: CopyTarget,
  options: CopyOptions = {},
): Promise<Item> {
  expectClient("copyItem", client, "getItem", "createItem");
  expectObject("copyItem", "from", from, "must be an object such as { vaultUUID, itemUUID }");
  expectObject("copyItem", "to", to, "must be an object such as { vaultUUID }");
  checkNames("copyItem", "to", to, ["vaultUUID", "title", "category"]);
  checkId("copyItem", "vaultUUID", to.vaultUUID, "to.vaultUUID");
  if (to.category !== undefined && !CATEGORIES.includes(to.category))
    rejectArgument("copyItem", "to.category", `must be one of ${CATEGORIES.join(", ")}`, to.category);
  if (to.title !== undefined && typeof to.title !== "string") rejectArgument("copyItem", "to.title", "must be a string", to.title);
  checkOptions("copyItem", options, { ...CALL_RULES, withoutFiles: FLAG });
  const { withoutFiles = false, ...call } = options;
  const item = isRead(from) ? from : expectItem(await client.getItem(checkRef("copyItem", "from", "id" in from ? itemRef(from) : from), call));
  return client.createItem({ vaultUUID: to.vaultUUID, body: copyOf(item, to, withoutFiles) }, call);
}

function isRead(from: object): from is Item {
  return "fields" in from && "vault" in from;
}

const CATEGORIES: readonly string[] = NEW_ITEM_CATEGORY_VALUES;
const COPIED = ["title", "category", "urls", "favorite", "tags", "fields", "sections"];
const ASSIGNED = ["id", "vault", "version", "state", "files", "createdAt", "updatedAt", "lastEditedBy"];
const FIELD_COPIED = ["id", "section", "purpose", "type", "label", "value"];
const FIELD_ASSIGNED = ["entropy", "passwordDetails", "totp"];

function copyOf(item: Item, to: CopyTarget, withoutFiles: boolean): NewItem {
  const { title = item.title ?? "", category = item.category } = to;
  const { urls, favorite, tags } = item;
  const fields = (item.fields ?? []).filter(({ type }) => !(withoutFiles && type === "FILE"));
  if (!CATEGORIES.includes(category)) reject(item, `the category ${category}, which cannot be created`, "choose one by to.category");
  const lost = withoutFiles
    ? []
    : [...(item.files ?? []).map(({ id, name = id }) => name), ...fields.flatMap(({ type, id, label = id }) => (type === "FILE" ? label : []))];
  if (lost.length > 0) reject(item, `files, ${listed(lost.map(quoted))}`, "the service cannot create files; copy the rest with { withoutFiles: true }");
  rejectUnknown(item, "", item, [...COPIED, ...ASSIGNED]);
  for (const [index, field] of fields.entries()) rejectUnknown(item, `fields[${index}].`, field, [...FIELD_COPIED, ...FIELD_ASSIGNED]);
  for (const [index, section] of (item.sections ?? []).entries()) rejectUnknown(item, `sections[${index}].`, section, ["id", "label"]);
  const body: NewItem = {
    title,
    vault: { id: to.vaultUUID },
    category: category as NewItemCategory,
    ...(urls && { urls }),
    ...(typeof favorite === "boolean" && { favorite }),
    ...(tags && { tags }),
    fields: fields.map(copyOfField),
    sections: sectionsOf(item, fields),
  };
  maskSecrets(body, operations.createItem.secrets.request);
  return body;
}

function copyOfField(field: Field): NewField {
  const { section, ...others } = Object.fromEntries(
    FIELD_COPIED.map((name) => [name, Reflect.get(field, name)] as const).filter(([, value]) => !isAbsent(value)),
  ) as NewField;
  return section === undefined || section === null ? others : { ...others, section: { id: section.id } };
}

/** The sections of an item and of its fields: a server can leave out the list of sections. */
function sectionsOf({ sections }: Item, fields: readonly Field[]): Section[] {
  const all = new Map<string, Section>();
  for (const section of [...(sections ?? []), ...fields.flatMap((field) => field.section ?? [])]) if (!all.has(section.id)) all.set(section.id, section);
  return [...all.values()];
}

/** Servers also send `null` for a missing value. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** @throws ArgumentError for a property that the copy would lose. */
function rejectUnknown(item: Item, at: string, value: object, known: readonly string[]): void {
  const [lost] = Object.entries(value).flatMap(([name, property]) => (known.includes(name) || isAbsent(property) ? [] : name));
  if (lost !== undefined) reject(item, `${at}${lost.slice(0, 40)}, which a new item cannot have`, "to copy the rest, pass the item without that property");
}

function reject({ id }: Item, what: string, advice: string): never {
  throw new ArgumentError("invalid-argument", `copyItem: item ${id} has ${what}`, { argument: "from", advice });
}
