import type { components } from "@keywright/vault/schema";
import { defined } from "../../core/values/json.ts";
import { VAULT_DOCUMENT } from "../../../generated/vault.ts";
import { knownValues } from "../../core/schemas/schema-branches.ts";
import type { Random } from "../../core/values/random.ts";
import { readFields } from "./field-input.ts";
import { withoutNulls } from "./without-nulls.ts";
import { InvalidInput } from "../../core/values/issues.ts";
import type { StoredItem } from "../state/store.ts";

type Schemas = components["schemas"];

/** The context of writing an item. */
export interface WriteContext {
  readonly vaultId: string;
  readonly random: Random;
  readonly now: Date;
  /** UUID of the account of the caller. */
  readonly account: string;
}

const CREATABLE = new Set(knownValues(VAULT_DOCUMENT, "NewItemCategory"));

// As the default limit of a body. Patches cannot make an item larger.
const LARGEST_ITEM = 1_048_576;

/**
 * Returns an item from a request, without what the server assigns: id, version, times, files.
 *
 * @param before The item that it replaces; absent for a new item.
 * @throws InvalidInput if it breaks a rule that is not in the contract's schemas.
 */
export function writeItem(sent: Schemas["NewItem"] | Schemas["ItemReplacement"], before: StoredItem | undefined, context: WriteContext): StoredItem {
  const input = withoutNulls(sent);
  const { vaultId, random, now, account } = context;
  if (input.vault.id !== vaultId) throw new InvalidInput("The vault of the item is not the vault of the path");
  // An item can keep a category that cannot be created, but not change to it.
  if (!CREATABLE.has(input.category) && input.category !== before?.category) throw new InvalidInput("Invalid item category");
  const sections = (input.sections ?? []).map(({ id, label }) => defined({ id, label }));
  if (new Set(sections.map(({ id }) => id)).size < sections.length) throw new InvalidInput("Two sections have the same id");
  const written = defined({
    title: input.title,
    category: input.category,
    urls: (input.urls ?? []).map(({ label, primary, href }) => defined({ label, primary, href })),
    favorite: input.favorite ?? false,
    tags: [...(input.tags ?? [])],
    sections,
    fields: readFields(input.fields ?? [], sections, before?.fields ?? [], random),
  });
  if (JSON.stringify(written).length > LARGEST_ITEM) throw new InvalidInput("The item would be too large");
  const updatedAt = now.toISOString();
  const kept = before ?? { id: random.id(), version: 0, files: [], createdAt: updatedAt };
  return defined({
    id: kept.id,
    vaultId,
    ...written,
    version: kept.version + 1,
    state: before?.state,
    files: kept.files,
    createdAt: kept.createdAt,
    updatedAt,
    lastEditedBy: account,
  });
}
