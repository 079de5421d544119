import type { Item, JsonPatchOperation, Section } from "../generated/client.ts";
import { listed, onlyOne, quoted } from "./only-one.ts";

/**
 * Returns the id of a section that is named by its id or label.
 *
 * @param item The item. Without it, the name is the id.
 * @param operations The patch so far, which can have added sections.
 * @throws LookupError if the name matches no section or more than one.
 */
export function sectionIdOf(name: string, item: Item | undefined, operations: readonly JsonPatchOperation[]): string {
  if (item === undefined) return name;
  const added = operations.flatMap((operation) => (operation.op === "add" && operation.path.startsWith("/sections") ? [operation.value].flat() : []));
  const sections = [...(item.sections ?? []), ...(added as Section[])];
  return onlyOne(
    sections.filter(({ id, label }) => id === name || label === name),
    {
      by: "itemPatch.add",
      sought: `section with the id or label ${quoted(name)}`,
      where: `item ${item.id}`,
      advice: sections.length === 0 ? "there are no sections" : `there are ${listed(sections.map(({ id, label }) => quoted(label ?? id)))}`,
      show: ({ id }) => quoted(id),
    },
  ).id;
}
