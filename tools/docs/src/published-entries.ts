import { join } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { ROOT } from "./places.ts";

/** An entry that users import, such as `@keywright/core/node`. */
export interface PublishedEntry {
  readonly packageName: string;
  readonly name: string;
  /** Its source. */
  readonly target: string;
}

/** Entries with the contract's types, for programs: readers have the contract's pages. */
const LEFT_OUT = /\/(schema|operations)$/;

/** Returns the entries of all published packages, by package. */
export async function publishedEntries(): Promise<readonly PublishedEntry[]> {
  const entries = (await findPublished(ROOT)).map(async (folder): Promise<readonly PublishedEntry[]> => {
    const { name: packageName, exports = {}, publishConfig: { exports: published = {} } = {} } = await readManifest(folder);
    return Object.entries(exports as { readonly [entry: string]: string })
      .filter(([entry, target]) => target.endsWith(".ts") && Object.hasOwn(published, entry) && !LEFT_OUT.test(entry))
      .map(([entry, target]) => ({ packageName, name: packageName + entry.slice(1), target: join(folder, target) }));
  });
  return (await Promise.all(entries)).flat();
}
