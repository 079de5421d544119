import { CALL_RULES, checkOptions, expectClient, rejectArgument, type Rule } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import type { Item, VaultClient } from "../../generated/client.ts";
import type { FieldName } from "./find-field.ts";
import { itemPatch, type ItemPatchBuilder } from "./item-patch.ts";
import { expectItem } from "../expect-response.ts";
import { checkRef, type ItemRef } from "./item-ref.ts";
import { VersionError } from "../errors.ts";

/** Options of {@link changeItem}. */
export interface ChangeOptions extends CallOptions {
  /**
   * The version that you read earlier. For another, throws a `VersionError` and writes nothing.
   *
   * The service has no conditional writes. If another program changes the item after it was read,
   * the `VersionError` comes after the write, with `written: true`. The other program's changes to
   * other fields remain, because a patch only changes what it names. Each write must increase the
   * version by one. A second read after the write returns that version, because the response to a
   * write has the one before on some servers; an error of this read comes after the write, too.
   *
   * @default any version
   */
  readonly ifVersion?: number | undefined;
}

type Patch = ItemPatchBuilder<FieldName>;

const IF_VERSION: Rule = [Number.isInteger, "a whole number, the version that was read"];

/**
 * Changes an item and returns it as stored. Reads the item, calls your function with a patch, and
 * sends the patch; without changes, it sends nothing and returns the item that it read.
 *
 * @param at The item, by its ids: `itemRef(item)` returns them.
 * @param change Receives the patch, which names fields by id, label or purpose, and the item.
 * Returns nothing, the patch, or a promise of either.
 * @throws ArgumentError before any request; before the write if `change` returns anything else.
 * @throws LookupError if a name matches no field or more than one. Nothing is written.
 * @throws VersionError only with `ifVersion`.
 * @throws ApiError 400, 401, 403, 404, 409.
 * @example
 * ```ts
 * const pin = { label: "PIN", section: "Security" };
 * await changeItem(vault, itemRef(item), (patch) => patch.set(pin, "value", "4711"));
 * ```
 */
export async function changeItem(
  client: Pick<VaultClient, "getItem" | "patchItem">,
  at: ItemRef,
  change: (patch: Patch, item: Item) => Patch | void | Promise<Patch | void>,
  options: ChangeOptions = {},
): Promise<Item> {
  expectClient("changeItem", client, "getItem", "patchItem");
  const ref = checkRef("changeItem", "at", at);
  if (typeof change !== "function") rejectArgument("changeItem", "change", "must be a function that changes the patch", change);
  checkOptions("changeItem", options, { ...CALL_RULES, ifVersion: IF_VERSION });
  const { ifVersion, ...call } = options;
  const item = expectItem(await client.getItem(ref, call));
  if (ifVersion !== undefined && item.version !== ifVersion) throw changedBefore(item, ifVersion);
  const patch = itemPatch(item);
  const returned: unknown = await change(patch, item);
  if (returned !== undefined && returned !== patch)
    rejectArgument("changeItem", "change", "must return nothing, or the patch that it was called with", returned);
  const { body } = patch;
  if (body.length === 0) return item;
  const changed = await client.patchItem({ ...ref, body }, call);
  if (ifVersion === undefined) return changed;
  const { version } = expectItem(await client.getItem(ref, call));
  // A read from a copy that is behind has an older version than the response.
  const latest = version === undefined ? undefined : Math.max(version, changed.version ?? version);
  if (latest === undefined || latest > ifVersion + 1) throw changedMeanwhile({ ...changed, version: latest }, ifVersion);
  return { ...changed, version: ifVersion + 1 };
}

function changedBefore({ id, version }: Item, expected: number): VersionError {
  const there = version === undefined ? "the server does not say its version" : `has version ${version} now`;
  return new VersionError("version-changed", `changeItem: item ${id} was expected at version ${expected} and ${there}; nothing was written: read it again`, {
    operationId: "getItem",
    expectedVersion: expected,
    actualVersion: version,
    written: false,
  });
}

function changedMeanwhile({ id, version }: Pick<Item, "id"> & { readonly version: number | undefined }, expected: number): VersionError {
  const message = `changeItem: item ${id} was changed by this patch and by another program after version ${expected} was read: it has version ${version ?? "unknown"} now; read it again`;
  return new VersionError("version-changed", message, { operationId: "patchItem", expectedVersion: expected, actualVersion: version, written: true });
}
