import type { CallOptions } from "@keywright/core";
import { itemByItem } from "@keywright/core/openapi";
import type { ItemOverview, ListItemsInput } from "../../../generated/client.ts";
import { expectEntries } from "../../expect-response.ts";
import { isActive } from "../../items/item-query.ts";
import type { ReferenceClient } from "../../references/reference-places.ts";

/** What is kept of a list, which may be large. */
export interface Listed {
  /** The entries that are wanted, without what no one reads. */
  readonly entries: readonly ItemOverview[];
  /** The titles of the other active items, if messages need them: a third of the memory. */
  readonly titles: readonly string[];
  /** The number of all items. */
  readonly count: number;
  /** The sum of the versions of all items. */
  readonly versions: number;
}

/** Lists a vault item by item. */
export async function listItems(
  client: ReferenceClient,
  input: ListItemsInput,
  call: CallOptions,
  isWanted: (entry: ItemOverview) => boolean,
  needsTitles: boolean,
): Promise<Listed> {
  let tally: Tally | undefined;
  const reading = itemByItem(call, () => (tally = createTally(isWanted, needsTitles)).take);
  const list = await client.listItems(input, reading);
  // The list of an offline copy, or of another client, was not read item by item.
  tally ??= createTally(isWanted, needsTitles);
  const entries = tally.isUsed() ? list : tally.take(expectEntries("listItems", list));
  return { ...tally.result(), entries };
}

interface Tally {
  isUsed(): boolean;
  /** Counts items, and returns what is kept of them. */
  take(items: readonly unknown[]): readonly ItemOverview[];
  result(): Omit<Listed, "entries">;
}

function createTally(isWanted: (entry: ItemOverview) => boolean, needsTitles: boolean): Tally {
  const titles: string[] = [];
  let count = 0;
  let versions = 0;
  return {
    isUsed: () => count > 0,
    result: () => ({ titles, count, versions }),
    take(items) {
      const kept: ItemOverview[] = [];
      for (const entry of expectEntries("listItems", items as readonly ItemOverview[], count)) {
        const { id, title, tags, state, version } = entry;
        versions += version ?? 0;
        if (isWanted(entry)) kept.push({ id, title, tags, state, version } as ItemOverview);
        else if (needsTitles && title !== undefined && isActive(entry)) titles.push(title);
      }
      count += items.length;
      return kept;
    },
  };
}
