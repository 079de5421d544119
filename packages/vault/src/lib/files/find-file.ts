import { rejectArgument } from "@keywright/core/client";
import type { File, Item } from "../../generated/client.ts";
import { checkParts } from "../check-parts.ts";
import { listed, onlyOne, quoted } from "../only-one.ts";

/**
 * Returns the file of an item by name. Pass its id to `fileBytes`, `fileStream` or `saveFile`.
 *
 * @param item An item, or an entry of a list.
 * @param name Must match exactly.
 * @throws LookupError `not-found`, which lists the files; `ambiguous`, with ids in `candidates`.
 * @example
 * ```ts
 * const { id: fileUUID } = findFile(item, "runbook.txt");
 * ```
 */
export function findFile(item: Pick<Item, "id" | "files">, name: string): File {
  if (typeof name !== "string" || name === "") rejectArgument("findFile", "name", "must be a string that is not empty", name);
  checkParts("findFile", "item", item, ["files"]);
  const files = item.files ?? [];
  return onlyOne(
    files.filter((file) => file.name === name),
    {
      by: "findFile",
      sought: `file with the name ${quoted(name)}`,
      where: `item ${item.id}`,
      advice: () => (files.length === 0 ? "there are no files" : `there are ${listed(files.map((file) => quoted(file.name ?? file.id)))}`),
      show: ({ id }) => id,
    },
  );
}
