import { expectObject, maskSecrets, rejectArgument, rejectSecret } from "@keywright/core/client";
import type { FieldPurpose, FieldType, Item, ItemPatch, ItemUrl, JsonPatchOperation, Section, SectionReference } from "../../generated/client.ts";
import { operations as table } from "../../generated/operations.ts";
import { checkForm, type FieldDraft, generated, type Generate, newField } from "./field-draft.ts";
import { type FieldName, fieldOf } from "./find-field.ts";
import { writePointer } from "../json-pointer.ts";
import { listed, onlyOne, quoted } from "../only-one.ts";

/** The attributes of a field that a patch can set, with the types of their values. */
export interface FieldAttributes {
  readonly value: string;
  readonly label: string;
  readonly type: FieldType;
  readonly purpose: FieldPurpose;
  readonly section: SectionReference;
}

/**
 * Collects changes to an item, in the order of the calls. Each method returns this builder.
 *
 * `Name` is how fields are named: by id, or, if you pass the item, also by label or purpose.
 */
export interface ItemPatchBuilder<Name> {
  /** A copy of the changes, as the body of `patchItem`. */
  readonly body: ItemPatch;
  /** Sets an attribute of a field. A patch cannot set a value that it generates. */
  set<Attribute extends keyof FieldAttributes>(field: Name, attribute: Attribute, value: FieldAttributes[Attribute]): ItemPatchBuilder<Name>;
  /** Lets the server generate a field's value. A patch cannot also set it. */
  generate(field: Name, recipe?: Generate): ItemPatchBuilder<Name>;
  /** Adds a field after the others, in a section by id, or, if you pass the item, by label. */
  add(field: FieldDraft & { readonly section?: string }): ItemPatchBuilder<Name>;
  /** Removes a field, or one attribute of it. */
  remove(field: Name, attribute?: keyof FieldAttributes): ItemPatchBuilder<Name>;
  /** Sets the label of a field. */
  rename(field: Name, label: string): ItemPatchBuilder<Name>;
  /** Sets the title of the item. */
  setTitle(title: string): ItemPatchBuilder<Name>;
  /** Sets whether the item is marked as a favorite. */
  setFavorite(favorite: boolean): ItemPatchBuilder<Name>;
  /** Sets all tags. */
  setTags(tags: readonly string[]): ItemPatchBuilder<Name>;
  /** Adds a tag after the others, unless you pass the item and it has the tag. */
  addTag(tag: string): ItemPatchBuilder<Name>;
  /** Sets all URLs. */
  setUrls(urls: readonly ItemUrl[]): ItemPatchBuilder<Name>;
  /** Adds a URL after the others. */
  addUrl(url: ItemUrl): ItemPatchBuilder<Name>;
  /** Adds a section. Later calls can add fields to it. */
  addSection(section: Section): ItemPatchBuilder<Name>;
}

/**
 * Returns an empty patch that names fields by their ids.
 *
 * @throws ArgumentError if a value has the wrong type or format. The message does not contain it.
 * @example
 * ```ts
 * const { body } = itemPatch().set("password", "value", next);
 * await vault.patchItem({ vaultUUID, itemUUID, body });
 * ```
 */
export function itemPatch(): ItemPatchBuilder<string>;
/**
 * Returns an empty patch of an item that names fields by id, label or purpose.
 *
 * @throws LookupError from its methods, if a name matches no field or more than one.
 * @example
 * ```ts
 * const item = await vault.getItem({ vaultUUID, itemUUID });
 * const patch = itemPatch(item).set({ label: "PIN", section: "Security" }, "value", next);
 * await vault.patchItem({ ...itemRef(item), body: patch.body });
 * ```
 */
export function itemPatch(item: Item): ItemPatchBuilder<FieldName>;
export function itemPatch(item?: Item): ItemPatchBuilder<FieldName> {
  if (item !== undefined) expectObject("itemPatch", "item", item, "must be an item or undefined");
  return createBuilder(item);
}

type Patch = ItemPatchBuilder<FieldName>;

function createBuilder(item: Item | undefined): Patch {
  const operations: JsonPatchOperation[] = [];
  const then = (...more: readonly JsonPatchOperation[]): Patch => {
    maskSecrets(more, table.patchItem.secrets.request);
    operations.push(...more);
    return patch;
  };
  // The server ignores a value that is set together with `generate`.
  const rejectCombination = (attribute: string, id: string, method: string, at: string, value: unknown): void => {
    if (operations.some(({ path }) => path === writePointer("fields", id, attribute)))
      rejectSecret(`itemPatch.${method}`, at, `and ${attribute} exclude each other in a patch: pass one of them`, value);
  };
  const setProperty = (name: string, value: unknown): Patch => then({ op: "add", path: writePointer(name), value });
  const append = (name: "tags" | "urls" | "sections", value: unknown): Patch =>
    // RFC 6902, section 4.1: "-" is the place after the last element. An empty list can be null.
    item !== undefined && !item[name] && !operations.some(({ path }) => path === `/${name}`)
      ? setProperty(name, [value])
      : then({ op: "add", path: writePointer(name, "-"), value });
  const patch: Patch = {
    get body() {
      return [...operations];
    },
    set(field, attribute, value) {
      const known = readField(item, field, "set");
      checkAttribute(attribute, value, known.type, "set");
      if (attribute === "value") rejectCombination("generate", known.id, "set", "value", value);
      // RFC 6902 §4.1, §4.3: "add" replaces an existing value; "replace" fails if it was removed.
      return then({ op: known.has(attribute) ? "replace" : "add", path: writePointer("fields", known.id, attribute), value });
    },
    generate(field, recipe = true) {
      const { id } = readField(item, field, "generate");
      rejectCombination("value", id, "generate", "recipe", recipe);
      return then(
        ...Object.entries(generated(recipe, "itemPatch.generate", "recipe")).map(([name, value]): JsonPatchOperation => ({
          op: "add",
          path: writePointer("fields", id, name),
          value,
        })),
      );
    },
    add(draft) {
      const { section, ...field } = expectKind("add", "field", draft, "object");
      const value = newField(field, "itemPatch.add", "field");
      const within = section === undefined ? {} : { section: { id: sectionIdOf(section, item, operations) } };
      return then({ op: "add", path: writePointer("fields"), value: { ...value, ...within } });
    },
    remove(field, attribute) {
      const { id } = readField(item, field, "remove");
      if (attribute !== undefined) checkName(attribute, "remove");
      return then({ op: "remove", path: writePointer("fields", id, ...(attribute === undefined ? [] : [attribute])) });
    },
    rename: (field, label) => patch.set(field, "label", label),
    setTitle: (title) => setProperty("title", expectKind("setTitle", "title", title, "string")),
    setFavorite: (favorite) => setProperty("favorite", expectKind("setFavorite", "favorite", favorite, "boolean")),
    setTags: (tags) => setProperty("tags", expectList("setTags", "tags", tags, "string")),
    addTag: (tag) => (item !== undefined && tagsOf(item, operations).includes(tag) ? then() : append("tags", expectKind("addTag", "tag", tag, "string"))),
    setUrls: (urls) => setProperty("urls", expectList("setUrls", "urls", urls, "object")),
    addUrl: (url) => append("urls", expectKind("addUrl", "url", url, "object")),
    addSection: (section) => append("sections", expectKind("addSection", "section", section, "object")),
  };
  return patch;
}

/** The tags that an item has after a patch. */
function tagsOf({ tags }: Item, operations: readonly JsonPatchOperation[]): readonly unknown[] {
  const changes = operations.filter(({ path }) => path === "/tags" || path === "/tags/-");
  return changes.reduce<readonly unknown[]>((known, change) => {
    const value: unknown = "value" in change ? change.value : [];
    return Array.isArray(value) ? value : [...known, value];
  }, tags ?? []);
}

interface KnownField {
  readonly id: string;
  readonly type: string | undefined;
  has(attribute: string): boolean;
}

/** Looks up a field in the item, or accepts an id if there is no item. */
function readField(item: Item | undefined, name: FieldName, method: string): KnownField {
  if (item !== undefined) {
    const field = fieldOf(item, name, `itemPatch.${method}`);
    return { id: field.id, type: field.type, has: (attribute) => Object.hasOwn(field, attribute) };
  }
  if (typeof name !== "string" || name === "")
    rejectArgument(`itemPatch.${method}`, "field", "must be the id of a field; labels and purposes need the item, as in itemPatch(item)", name);
  return { id: name, type: undefined, has: () => false };
}

const ATTRIBUTES = ["value", "label", "type", "purpose", "section"];

function checkName(attribute: string, method: string): void {
  if (!ATTRIBUTES.includes(attribute)) rejectSecret(`itemPatch.${method}`, "attribute", `must be one of ${ATTRIBUTES.join(", ")}`, attribute);
}

function checkAttribute(attribute: string, value: unknown, type: string | undefined, method: string): void {
  checkName(attribute, method);
  const by = `itemPatch.${method}`;
  if (attribute !== "section") {
    expectKind(method, "value", value, "string");
    if (attribute === "value" && typeof value === "string") checkForm(type, value, by, "value");
  } else if (typeof (value as SectionReference | null)?.id !== "string") rejectArgument(by, "value", "must be an object with the id of a section", value);
}

const KINDS = { string: "a string", boolean: "true or false", object: "an object" };

function expectKind<Value>(method: string, at: string, value: Value, kind: keyof typeof KINDS): Value {
  if (typeof value !== kind || value === null || Array.isArray(value))
    (method === "set" ? rejectSecret : rejectArgument)(`itemPatch.${method}`, at, `must be ${KINDS[kind]}`, value);
  return value;
}

/** Checks a list and returns a copy, which the caller cannot change. */
function expectList<Value>(method: string, at: string, values: readonly Value[], kind: keyof typeof KINDS): readonly Value[] {
  if (!Array.isArray(values)) rejectArgument(`itemPatch.${method}`, at, "must be a list", values);
  for (const [index, value] of values.entries()) expectKind<unknown>(method, `${at}[${index}]`, value, kind);
  return [...values];
}

/**
 * Returns the id of a section that is named by its id or label.
 *
 * @param item The item. Without it, the name is the id.
 * @param operations The patch so far, which can have added sections.
 * @throws LookupError if the name matches no section or more than one.
 */
function sectionIdOf(name: string, item: Item | undefined, operations: readonly JsonPatchOperation[]): string {
  if (item === undefined) return name;
  const added = operations.flatMap((operation) => (operation.op === "add" && operation.path.startsWith("/sections") ? [operation.value].flat() : []));
  const sections = [...(item.sections ?? []), ...(added as Section[])];
  return onlyOne(
    sections.filter(({ id, label }) => id === name || label === name),
    {
      by: "itemPatch.add",
      sought: `section with the id or label ${quoted(name)}`,
      where: `item ${item.id}`,
      advice: () => (sections.length === 0 ? "there are no sections" : `there are ${listed(sections.map(({ id, label }) => quoted(label ?? id)))}`),
      show: ({ id }) => quoted(id),
    },
  ).id;
}
