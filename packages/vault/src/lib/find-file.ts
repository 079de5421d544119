import { expectObject, refuseArgument } from "@keywright/core/client";
import type { File, Item } from "../generated/client.ts";
import { listed, onlyOne, quoted } from "./only-one.ts";

/**
 * Finds the one file of an item that has a name: its id is what the bytes are read by.
 *
 * @param item As it was read, or as a list shows it.
 * @param name Compared exactly.
 * @throws LookupError `not-found` with what there is, `ambiguous` with the ids in `candidates`.
 * @example
 * ```ts
 * const { id: fileUUID } = findFile(item, "runbook.txt");
 * ```
 */
export function findFile(item: Pick<Item, "id" | "files">, name: string): File {
  if (typeof name !== "string" || name === "") refuseArgument("findFile", "name", "must be a string that is not empty", name);
  expectObject("findFile", "item", item);
  const files = item.files ?? [];
  if (!Array.isArray(files) || files.some((file) => typeof file !== "object" || file === null))
    refuseArgument("findFile", "item.files", "must be a list of objects", files);
  return onlyOne(
    files.filter((file) => file.name === name),
    {
      by: "findFile",
      sought: `file with the name ${quoted(name)}`,
      where: `item ${item.id}`,
      advice: files.length === 0 ? "there are no files" : `there are ${listed(files.map((file) => quoted(file.name ?? file.id)))}`,
      show: ({ id }) => id,
    },
  );
}
