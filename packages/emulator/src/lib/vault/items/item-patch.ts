import type { components } from "@keywright/vault/schema";
import { isObject, parsePointer, writePointer } from "../../core/values/json.ts";
import { describeIssue, InvalidInput } from "../../core/values/issues.ts";
import { vaultContract } from "../state/contract.ts";
import { writeItem, type WriteContext } from "./item-input.ts";
import { applyChange, type KeyedLists, readChange } from "../../core/values/json-patch.ts";
import type { StoredItem } from "../state/store.ts";

type Schemas = components["schemas"];

/** The paths of a patch: `true` is a value, an object has properties, `*` is any name. */
type Place = true | { readonly [token: string]: Place };

const FIELD: Place = {
  section: { id: true },
  purpose: true,
  type: true,
  label: true,
  value: true,
  generate: true,
  recipe: { length: true, characterSets: { "*": true }, excludeCharacters: true },
};

/** The writable attributes. Only own properties count, so no name reaches a prototype. */
const ITEM: Place = {
  title: true,
  category: true,
  favorite: true,
  urls: { "*": { label: true, primary: true, href: true } },
  tags: { "*": true },
  sections: { "*": { label: true } },
  fields: { "*": FIELD },
};

/** Fields and sections are addressed by id. Digits are an id too, not an index. */
const BY_ID: KeyedLists = {
  isKeyed: (path) => path.length === 1 && (path[0] === "fields" || path[0] === "sections"),
  find: (list, id) => list.findIndex((element) => isObject(element) && element["id"] === id),
  withKey(element, id) {
    if (!isObject(element)) return element; // The item's schema reports it.
    const other = element["id"];
    const isLeftOut = other === undefined || other === null || other === "";
    if (!isLeftOut && other !== id) throw new InvalidInput("the id in the value is not the id in the path");
    return { ...element, id };
  },
};

/**
 * Applies a JSON Patch to an item atomically.
 *
 * @throws InvalidInput if an operation cannot be applied, or the result is not a valid item.
 */
export function patchItem(item: StoredItem, patch: Schemas["ItemPatch"], context: WriteContext): StoredItem {
  if (patch.length === 0) return item; // An empty patch changes nothing.
  try {
    const patched = patch.reduce<unknown>(applyOperation, documentOf(item));
    const [issue] = vaultContract().checkSchema("ItemReplacement", patched);
    if (issue !== undefined) throw new InvalidInput(describeIssue(issue));
    return writeItem(patched as Schemas["ItemReplacement"], item, context);
  } catch (error) {
    throw error instanceof InvalidInput ? new InvalidInput(`Invalid patch: ${error.message}`) : error;
  }
}

/** Returns the properties of an item that clients can write. */
function documentOf({ vaultId, title, category, urls, favorite, tags, sections, fields }: StoredItem): Schemas["ItemReplacement"] {
  return { vault: { id: vaultId }, ...(title === undefined ? {} : { title }), category, urls, favorite, tags, sections, fields };
}

function applyOperation(document: unknown, operation: unknown): unknown {
  const change = readChange(operation, readItemPath);
  const { op, tokens } = change;
  if (tokens.length === 0 && op === "remove") throw new InvalidInput("a patch cannot remove the whole item");
  // A field added to `/fields` is appended; a list replaces all fields (RFC 6902 §4.1).
  const appends = op === "add" && tokens.length === 1 && tokens[0] === "fields" && !Array.isArray(change.value);
  return appends ? withField(document, change.value) : applyChange(document, change, BY_ID);
}

function withField(document: unknown, field: unknown): unknown {
  const fields = (isObject(document) ? document["fields"] : undefined) ?? [];
  if (!Array.isArray(fields)) throw new InvalidInput("/fields is not a list");
  return applyChange(document, { op: "add", tokens: ["fields"], value: [...fields, field] }, BY_ID);
}

/** Parses a path. A single slash is the whole item; in RFC 6901 it is an empty name. */
function readItemPath(path: unknown): readonly string[] {
  if (path === "/") return [];
  const tokens = parsePointer(path);
  if (tokens.length === 0) throw new InvalidInput("the path of the whole item must be /");
  let place: Place | undefined = ITEM;
  for (const token of tokens) {
    if (place === true || place === undefined) break;
    place = Object.hasOwn(place, token) ? place[token] : place["*"];
  }
  if (place === undefined) throw new InvalidInput(`a patch cannot change ${shortened(writePointer(tokens))}`);
  return tokens;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
