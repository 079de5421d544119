import type { CallOptions } from "@keywright/core";
import { isKeywrightError } from "@keywright/core/client";
import type { ItemOverview, ListItemsInput } from "../../generated/client.ts";
import { listItemsFilter } from "../../generated/filters.ts";
import { expectEntries, expectItem } from "../expect-response.ts";
import { inSection } from "../items/find-field.ts";
import { codeOf } from "../items/one-time-code.ts";
import { createLimit, inParallel } from "../in-parallel.ts";
import { type ItemRead, readContents } from "./file-contents.ts";
import { distinctNames, findItemId, findVaults, type ReferenceClient } from "./reference-places.ts";
import { andThen, type Result, resultOf, valueOrThrow } from "./result.ts";
import { hasScheme, readReference, type SecretLocation } from "./secret-reference.ts";
import { valueAt } from "./value-at.ts";

/** Options of {@link readReferences}. */
export interface ReadOptions {
  /** The function that the user called, for messages. */
  readonly by: string;
  readonly scheme: string | undefined;
  /** Number of requests at the same time. */
  readonly concurrency: number;
  readonly call: CallOptions;
}

/** A reference whose vault and item are ids. */
interface Place {
  readonly vaultUUID: string;
  readonly itemUUID: string;
}

/** Reads references, each list and item once, in order. A failure that all depend on aborts. */
export async function readReferences(client: ReferenceClient, references: readonly string[], options: ReadOptions): Promise<Result<string>[]> {
  const failed = new AbortController();
  const call = { ...options.call, signal: eitherOf(failed.signal, options.call.signal) };
  try {
    return await readAll(client, references, { ...options, call });
  } catch (error) {
    failed.abort();
    throw error;
  }
}

/** A signal that is aborted with the caller's. The client rejects a value that is not a signal. */
function eitherOf(own: AbortSignal, given: AbortSignal | undefined): AbortSignal {
  if (given === undefined) return own;
  return given instanceof AbortSignal ? AbortSignal.any([given, own]) : given;
}

async function readAll(client: ReferenceClient, references: readonly string[], options: ReadOptions): Promise<Result<string>[]> {
  const { by, scheme, concurrency, call } = options;
  const locations = await Promise.all(references.map((reference) => resultOf(() => readReference(reference, by, scheme))));
  const vaultNames = valuesOf(locations).map(({ vault }) => vault);
  const vaultOf = await findVaults(client, vaultNames, by, call);
  const inVaults = await Promise.all(
    locations.map((result, index) => andThen(result, async (at) => ({ ...at, vaultUUID: vaultOf(at.vault, hasScheme(references[index] ?? "", scheme)) }))),
  );
  const itemOf = await findTitles(client, valuesOf(inVaults), options);
  const places = await Promise.all(inVaults.map((result) => andThen(result, async (at) => ({ ...at, itemUUID: await itemOf(at.vaultUUID, at.item) }))));
  const found = valuesOf(places);
  const distinct = [...new Map(found.map((place) => [keyOf(place), place])).values()];
  const items = new Map<string, Result<ItemRead>>();
  const limit = createLimit(concurrency);
  await inParallel(distinct, concurrency, async (place) => {
    const { vaultUUID, itemUUID } = place;
    const read = await resultOf(async () => {
      const item = expectItem(await limit(() => client.getItem({ vaultUUID, itemUUID }, call)));
      const own = found.filter((other) => other.itemUUID === itemUUID && other.vaultUUID === vaultUUID);
      return { item, contents: await readContents(client, vaultUUID, item, own, { by, call, limit }) };
    });
    items.set(keyOf(place), read);
  });
  return Promise.all(
    places.map((result) =>
      andThen(result, async (place) => {
        const read = valueOrThrow(items.get(keyOf(place)));
        return place.attribute === "otp" ? codeOf(inSection(read.item, place.section, by), place.field, by) : valueAt(read, place, by);
      }),
    ),
  );
}

type FindItem = (vaultUUID: string, title: string) => string;

/** The items of a vault that can have the titles of references. */
interface Found {
  readonly entries: readonly ItemOverview[];
  /** Whether there can be others, whose list is too large. */
  readonly isPart?: boolean;
}

/** Lists a vault if references have titles: by filters if it is one, or the list is too large. */
async function findTitles(
  client: ReferenceClient,
  locations: readonly (SecretLocation & { readonly vaultUUID: string })[],
  { by, call, concurrency }: ReadOptions,
): Promise<FindItem> {
  const vaults = [...new Set(locations.map(({ vaultUUID }) => vaultUUID))].map((vaultUUID) => ({
    vaultUUID,
    titles: distinctNames(locations.flatMap((at) => (at.vaultUUID === vaultUUID ? at.item : []))),
  }));
  const wanted = vaults.filter(({ titles }) => titles.length > 0);
  const limit = createLimit(concurrency);
  const list = async (input: ListItemsInput) => expectEntries("listItems", await limit(() => client.listItems(input, call)));
  const lists = await inParallel(wanted, concurrency, ({ vaultUUID, titles }) =>
    resultOf(async (): Promise<Found> => {
      const byTitle = async () => {
        const found = await inParallel(titles, concurrency, (title) => list({ vaultUUID, filter: listItemsFilter.eq("title", title) }));
        // A filter can ignore case, so that two lists have the same item.
        return [...new Map(found.flat().map((entry) => [entry.id, entry])).values()];
      };
      const hasAll = (found: readonly ItemOverview[]): boolean => titles.every((only) => found.some(({ title }) => title === only));
      const first = titles.length > 1 ? [] : await byTitle();
      if (hasAll(first)) return { entries: first };
      try {
        return { entries: await list({ vaultUUID }) };
      } catch (error) {
        if (!isKeywrightError(error, "response-too-large")) throw error;
        return { entries: titles.length > 1 ? await byTitle() : first, isPart: true };
      }
    }),
  );
  const listOf = new Map(wanted.map(({ vaultUUID }, index) => [vaultUUID, lists[index]]));
  return (vaultUUID, title) => {
    const found = (): Found => valueOrThrow(listOf.get(vaultUUID));
    return findItemId(
      vaultUUID,
      title,
      () => found().entries,
      by,
      () => (found().isPart ? undefined : found().entries),
    );
  };
}

function keyOf({ vaultUUID, itemUUID }: Place): string {
  return `${vaultUUID}/${itemUUID}`;
}

function valuesOf<Value>(results: readonly Result<Value>[]): Value[] {
  return results.flatMap((result) => ("value" in result ? [result.value] : []));
}
