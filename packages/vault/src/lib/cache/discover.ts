import type { CallOptions } from "@keywright/core";
import type { Field, Item, ItemOverview } from "../../generated/client.ts";
import { expectEntries } from "../expect-response.ts";
import { checkFields } from "../items/find-field.ts";
import { hasAttributes, isActive } from "../items/item-query.ts";
import { vaultOfName } from "../find-vault.ts";
import { isId, type ReferenceClient } from "../references/reference-places.ts";
import { isRecord } from "../rotation/section.ts";
import { secretReference } from "../references/secret-reference.ts";
import type { Discover } from "./options.ts";
import { BY, type Found, type Selection, type Target } from "./selection.ts";
import { readTimeCode } from "./time-code.ts";
import { LookupError } from "../errors.ts";

/** Returns the selections of all matching secrets, one for each vault, by at most one request. */
export async function discoverSecrets(
  client: ReferenceClient,
  { vault, ...attributes }: Discover,
  scheme: string | undefined,
  call: CallOptions,
): Promise<readonly Selection[]> {
  if (vault !== undefined && isId(vault)) return [discoverIn(vault, vault, attributes, scheme)];
  const vaults = expectEntries("listVaults", await client.listVaults({}, call));
  if (vault !== undefined) return [discoverIn(vaultOfName(vaults, vault, BY).id, vault, attributes, scheme)];
  const names = uniqueNames(vaults.map(({ name }) => name));
  return vaults.map(({ id, name }) => discoverIn(id, nameOf(id, name, names), attributes, scheme));
}

function discoverIn(vaultUUID: string, vault: string, attributes: Omit<Discover, "vault">, scheme: string | undefined): Selection {
  /** The references of each item. */
  const known = new Map<string, readonly string[]>();

  function valuesOf(item: Item, title: string): readonly Found[] {
    checkFields(item, BY);
    const found: Found[] = (item.fields ?? []).flatMap((field, _index, fields) => {
      const { value, type } = field;
      // Servers also send null for a missing value.
      if (typeof value !== "string" || isRecord(field) || (type === "OTP" && readTimeCode(value) === undefined)) return [];
      const location = { vault, item: title, field: fieldName(field, fields), ...(type === "OTP" ? { attribute: "otp" as const } : {}) };
      return [[secretReference(location, { scheme }), { value }] as const];
    });
    const references = found.map(([reference]) => reference);
    const before = known.get(item.id) ?? [];
    known.set(item.id, references);
    return [...found, ...lost([[item.id, before.filter((reference) => !references.includes(reference))]])];
  }

  /** The references that items had and no item has. Another item may have the title now. */
  function lost(before: readonly (readonly [itemUUID: string, references: readonly string[]])[]): Found[] {
    const had = before.filter(([, references]) => references.length > 0);
    if (had.length === 0) return [];
    const kept = new Set([...known.values()].flat());
    return had.flatMap(([itemUUID, references]) => {
      const failure = new LookupError("not-found", `item ${itemUUID} does not have the secret any more`, { by: BY });
      return references.filter((reference) => !kept.has(reference)).map((reference): Found => [reference, { failure }]);
    });
  }

  function isWanted(entry: ItemOverview): boolean {
    // A list leaves out the tags of an item that has none.
    return isActive(entry) && hasAttributes({ ...entry, tags: entry.tags ?? [] }, attributes);
  }

  return {
    vaultUUID,
    wanted: undefined,
    keepsGone: false,
    isWanted,
    select({ entries }, held) {
      const matching = entries.filter(isWanted);
      const titles = uniqueNames(matching.map(({ title }) => title));
      const chosen = matching.filter(({ id }) => !held.items.has(id));
      const targets = new Map<string, Target>(
        chosen.map(({ id, title }) => {
          const key = nameOf(id, title, titles);
          return [id, { key, places: [], values: (read) => ("failure" in read ? [] : valuesOf(read.value.item, key)) }] as const;
        }),
      );
      const left = [...known.keys()].filter((id) => !targets.has(id) && !held.items.has(id));
      const before = left.map((id) => [id, known.get(id) ?? []] as const);
      for (const id of left) known.delete(id);
      return { targets, lost: lost(before) };
    },
  };
}

/** Returns the names that occur once. */
function uniqueNames(names: readonly (string | undefined)[]): ReadonlySet<string> {
  const once = new Set<string>();
  const again = new Set<string>();
  for (const name of names) if (name !== undefined) (once.has(name) ? again : once).add(name);
  for (const name of again) once.delete(name);
  return once;
}

/** The name of a vault or item in a reference: its id if it looks like an id or is not unique. */
function nameOf(id: string, name: string | undefined, unique: ReadonlySet<string>): string {
  return name && unique.has(name) && !isId(name) ? name : id;
}

/** The name of a field in a reference. */
function fieldName({ id, label }: Field, fields: readonly Field[]): string {
  const isUnique = fields.filter((other) => other.id === label || other.label === label).length === 1;
  return label && isUnique ? label : id;
}
