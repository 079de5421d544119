import { expectClient, expectObject, refuseArgument, VersionError } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import type { GetItemInput, Item, ItemPatch, VaultClient } from "../generated/client.ts";
import type { FieldName } from "./find-field.ts";
import { itemPatch, type ItemPatchBuilder } from "./item-patch.ts";

/** How an item is changed. */
export interface ChangeOptions extends CallOptions {
  /**
   * The version that is to be changed, as it was read earlier. Another one is a `VersionError`, and nothing is written.
   *
   * The service has no condition on a write: a change that another program makes between the two requests is told afterwards, by a `VersionError` with `written` true. Its other fields are
   * untouched then, for a patch changes what it names alone. Versions are taken to count by one.
   *
   * @default any version
   */
  readonly ifVersion?: number | undefined;
}

/**
 * Reads an item once, changes what the patch names, and gives the item as it was stored. A patch without operations is not sent.
 *
 * @param change Gets a patch whose fields are named by id, label or purpose, and the item as it was read; gives the patch to send.
 * @throws ArgumentError where an argument cannot work, before any request, or `change` gives no patch; nothing is written then.
 * @throws LookupError where a name fits no field, or several; nothing is sent then.
 * @throws VersionError with `ifVersion` alone.
 * @throws ApiError 400, 401, 403, 404, 409.
 * @example
 * ```ts
 * await changeItem(vault, { vaultUUID, itemUUID }, (patch) => patch.set({ label: "PIN", section: "Security" }, "value", "4711"));
 * ```
 */
export async function changeItem(
  client: Pick<VaultClient, "getItem" | "patchItem">,
  at: GetItemInput,
  change: (patch: ItemPatchBuilder<FieldName>, item: Item) => ItemPatch,
  options: ChangeOptions = {},
): Promise<Item> {
  expectClient("changeItem", client, "getItem", "patchItem");
  expectObject("changeItem", "at", at);
  if (typeof change !== "function") refuseArgument("changeItem", "change", "must be a function that gives the patch", change);
  expectObject("changeItem", "options", options);
  const { vaultUUID, itemUUID } = at;
  if (options.ifVersion !== undefined && !Number.isInteger(options.ifVersion))
    refuseArgument("changeItem", "ifVersion", "must be a whole number, the version that was read", options.ifVersion);
  const { ifVersion, ...call } = options;
  const item = await client.getItem({ vaultUUID, itemUUID }, call);
  if (ifVersion !== undefined && item.version !== ifVersion) throw changedBefore(item, ifVersion);
  const body = change(itemPatch(item), item);
  if (!Array.isArray(body)) refuseArgument("changeItem", "change", "must return the patch, a list of operations", body);
  if (body.length === 0) return item;
  const changed = await client.patchItem({ vaultUUID, itemUUID, body }, call);
  if (ifVersion !== undefined && changed.version !== ifVersion + 1) throw changedMeanwhile(changed, ifVersion);
  return changed;
}

function changedBefore({ id, version }: Item, expected: number): VersionError {
  const there = version === undefined ? "the server does not say its version" : `is of version ${version} now`;
  return new VersionError(
    "version-changed",
    `changeItem: item ${id} was to be changed at version ${expected} and ${there}; nothing was written: read it again`,
    {
      operationId: "getItem",
      expectedVersion: expected,
      actualVersion: version,
      written: false,
    },
  );
}

function changedMeanwhile({ id, version }: Item, expected: number): VersionError {
  const message = `changeItem: item ${id} was changed by somebody else after version ${expected} was read, and then by this patch: it is of version ${version ?? "unknown"} now; read it again`;
  return new VersionError("version-changed", message, { operationId: "patchItem", expectedVersion: expected, actualVersion: version, written: true });
}
