import type { components } from "@keywright/vault/schema";
import { VAULT_DOCUMENT } from "../../generated/vault.ts";
import { knownValues } from "../core/known-values.ts";
import type { Random } from "../core/random.ts";
import { readFields } from "./field-input.ts";
import { withoutNulls } from "./left-out.ts";
import { InvalidInput } from "../core/invalid-input.ts";
import type { StoredItem } from "./store.ts";

type Schemas = components["schemas"];

/** What an item is written with. */
export interface WriteContext {
  readonly vaultId: string;
  readonly random: Random;
  readonly now: Date;
  /** UUID of the account that writes. */
  readonly account: string;
}

const CREATABLE = new Set(knownValues(VAULT_DOCUMENT, "NewItemCategory"));

// Like the longest body: what can be sent can be kept, and no number of patches makes more of it.
const LARGEST_ITEM = 1_048_576;

/**
 * Makes an item of what was sent. What the server assigns (id, version, times, files and the like) is passed over, wherever it was sent along.
 *
 * @param before The item that it takes the place of; absent where it is new.
 * @throws InvalidInput where it breaks a rule that the contract cannot say.
 */
export function writeItem(sent: Schemas["NewItem"] | Schemas["ItemReplacement"], before: StoredItem | undefined, context: WriteContext): StoredItem {
  const input = withoutNulls(sent);
  const { vaultId, random, now, account } = context;
  if (input.vault.id !== vaultId) throw new InvalidInput("The vault of the item is not the vault of the path");
  // What cannot be created cannot be turned into one either; an item that is of such a category may stay it.
  if (!CREATABLE.has(input.category) && input.category !== before?.category) throw new InvalidInput("Invalid item category");
  const sections = (input.sections ?? []).map(({ id, label }) => ({ id, ...(label === undefined ? {} : { label }) }));
  if (new Set(sections.map(({ id }) => id)).size < sections.length) throw new InvalidInput("Two sections have the same id");
  const written = {
    ...(input.title === undefined ? {} : { title: input.title }),
    category: input.category,
    urls: (input.urls ?? []).map(readUrl),
    favorite: input.favorite ?? false,
    tags: [...(input.tags ?? [])],
    sections,
    fields: readFields(input.fields ?? [], sections, before?.fields ?? [], random),
  };
  if (JSON.stringify(written).length > LARGEST_ITEM) throw new InvalidInput("The item would be too large");
  const updatedAt = now.toISOString();
  return {
    id: before?.id ?? random.id(),
    vaultId,
    ...written,
    version: (before?.version ?? 0) + 1,
    ...(before?.state === undefined ? {} : { state: before.state }),
    files: before?.files ?? [],
    createdAt: before?.createdAt ?? updatedAt,
    updatedAt,
    lastEditedBy: account,
  };
}

function readUrl({ label, primary, href }: Schemas["ItemUrl"]): Schemas["ItemUrl"] {
  return { ...(label === undefined ? {} : { label }), ...(primary === undefined ? {} : { primary }), ...(href === undefined ? {} : { href }) };
}
