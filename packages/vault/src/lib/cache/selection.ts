import type { CallOptions } from "@keywright/core";
import type { ItemOverview } from "../../generated/client.ts";
import type { Listed } from "./lists/list-items.ts";
import type { Wanted } from "./lists/vault-list.ts";
import type { ItemRead } from "../references/file-contents.ts";
import { findItemId, findVaults, isId, type ReferenceClient } from "../references/reference-places.ts";
import type { Result } from "../references/result.ts";
import { hasScheme, readReference, type SecretLocation } from "../references/secret-reference.ts";
import { valueAt } from "../references/value-at.ts";
import { readTimeCode } from "./time-code.ts";
import { LookupError } from "../errors.ts";

/** The name of the function that the user calls, for messages. */
export const BY = "secretCache";

/** An item that has secrets. */
export interface Target {
  /** Two polls with the same key select the same values of the item. */
  readonly key: string;
  /** Returns values by reference (of a code: its address); all failures if the read failed. */
  values(read: Result<ItemRead>): readonly Found[];
  /** The references that can lead to files. */
  readonly places: readonly SecretLocation[];
}

/** The value of a reference, or the reason why there is none. */
export type Found = readonly [reference: string, value: Result<string>];

/** What a list is not believed about, because a replica that lags may have sent it. */
export interface Held {
  readonly items: ReadonlySet<string>;
  readonly references: ReadonlySet<string>;
}

/** The secrets that are kept of one vault. */
export interface Selection {
  readonly vaultUUID: string;
  /** The items that are looked for; `undefined` if the list says which. */
  readonly wanted: Wanted | undefined;
  /** Whether an entry can have secrets. */
  isWanted(entry: ItemOverview): boolean;
  /** Whether the last value of a secret that is gone is kept, up to `maxAgeMs`. */
  readonly keepsGone: boolean;
  /**
   * Returns the items that have secrets, by id, and why references lead to none.
   *
   * @param listed The list of the vault; empty if it is not needed.
   */
  select(listed: Pick<Listed, "entries" | "titles">, held: Held): { readonly targets: ReadonlyMap<string, Target>; readonly lost: readonly Found[] };
}

interface Located extends SecretLocation {
  readonly reference: string;
}

/** Returns selections by vault, and references that lead to none, by at most one request. */
export async function selectReferences(
  client: ReferenceClient,
  references: readonly string[],
  scheme: string | undefined,
  call: CallOptions,
): Promise<{ readonly selections: readonly Selection[]; readonly lost: readonly Found[] }> {
  const lost: Found[] = [];
  const located = references.flatMap((reference) => {
    const read = attempt(() => ({ reference, ...readReference(reference, BY, scheme) }));
    if ("value" in read) return read.value;
    lost.push([reference, read]);
    return [];
  });
  const names = located.map(({ vault }) => vault);
  const vaultOf = await findVaults(client, names, BY, call);
  const byVault = new Map<string, Located[]>();
  for (const at of located) {
    const vaultUUID = attempt(() => vaultOf(at.vault, hasScheme(at.reference, scheme)));
    if ("failure" in vaultUUID) lost.push([at.reference, vaultUUID]);
    else add(byVault, vaultUUID.value, at);
  }
  return { selections: [...byVault].map(([vaultUUID, all]) => selectionOf(vaultUUID, all)), lost };
}

function selectionOf(vaultUUID: string, all: readonly Located[]): Selection {
  const names = new Set(all.map(({ item }) => item));
  return {
    vaultUUID,
    wanted: { titles: [...names].filter((name) => !isId(name)), ids: [...names].filter(isId) },
    keepsGone: true,
    isWanted: ({ id, title }) => names.has(id) || (title !== undefined && names.has(title)),
    select({ entries, titles }, held) {
      const lost: Found[] = [];
      const byItem = new Map<string, Located[]>();
      const byTitle = new Map<string, ItemOverview[]>();
      for (const entry of entries) if (entry.title !== undefined) add(byTitle, entry.title, entry);
      for (const at of all) {
        if (held.references.has(at.reference)) continue;
        const id = attempt(() =>
          findItemId(
            vaultUUID,
            at.item,
            () => byTitle.get(at.item) ?? [],
            BY,
            () => [...entries, ...titles.map((title) => ({ title }) as ItemOverview)],
          ),
        );
        if ("failure" in id) lost.push([at.reference, id]);
        else if (!held.items.has(id.value)) add(byItem, id.value, at);
      }
      return { targets: new Map([...byItem].map(([id, places]) => [id, targetOf(places)])), lost };
    },
  };
}

function targetOf(places: readonly Located[]): Target {
  return {
    key: places.map(({ reference }) => reference).join("\n"),
    places,
    values: (read) => places.map((at) => [at.reference, "failure" in read ? read : attempt(() => keptValue(read.value, at))]),
  };
}

/** Returns the value of a reference; of a one-time code, its address. */
function keptValue(read: ItemRead, at: SecretLocation): string {
  const value = valueAt(read, at, BY);
  if (at.attribute !== "otp" || readTimeCode(value) !== undefined) return value;
  throw new LookupError("not-found", `a field of item ${read.item.id} has no one-time codes: its value must be an otpauth://totp/ address`, { by: BY });
}

/** Adds a value to the list of a key. */
function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Returns the value of an action or its error. */
function attempt<Value>(action: () => Value): Result<Value> {
  try {
    return { value: action() };
  } catch (error) {
    return { failure: error as Error };
  }
}
