import { rejectArgument } from "@keywright/core/client";
import type { ItemOverview } from "../../generated/client.ts";
import { checkId } from "../check-id.ts";

/** The ids that identify an item. Operations and helpers take them. */
export interface ItemRef {
  readonly vaultUUID: string;
  readonly itemUUID: string;
}

/**
 * Returns the ids that identify an item.
 *
 * @param item An item, or an entry of a list.
 * @throws ArgumentError if it is not an item.
 * @example
 * ```ts
 * const items = await findItems(vault, { tag: "temporary" });
 * for (const item of items) await vault.deleteItem(itemRef(item));
 * ```
 */
export function itemRef(item: Pick<ItemOverview, "id" | "vault">): ItemRef {
  if (typeof item?.id !== "string" || typeof item.vault?.id !== "string") rejectArgument("itemRef", "item", "must be an item or an entry of a list", item);
  return { vaultUUID: item.vault.id, itemUUID: item.id };
}

/** Returns only the two ids of an argument. @throws ArgumentError that names the helper `by`. */
export function checkRef(by: string, name: string, ref: ItemRef): ItemRef {
  const { vaultUUID, itemUUID } = Object(ref) as Partial<ItemRef>;
  if (vaultUUID === undefined || itemUUID === undefined)
    return rejectArgument(by, name, "must be an object { vaultUUID, itemUUID }, which itemRef(item) returns for an item", ref);
  checkId(by, "vaultUUID", vaultUUID);
  checkId(by, "itemUUID", itemUUID);
  return { vaultUUID, itemUUID };
}
