import { expectObject, rejectArgument } from "@keywright/core/client";
import type { Item } from "../generated/client.ts";

/**
 * Checks that lists of an item are missing or contain objects, and that ids and names are strings.
 *
 * @param at The item's place in messages.
 * @param needsIds Whether each object needs an id; one that is not yet on the server has none.
 */
export function checkParts(by: string, at: string, item: object | undefined, lists: readonly ("fields" | "sections" | "files")[], needsIds = true): void {
  expectObject(by, at, item);
  const { id, ...rest } = item as { readonly [Name in keyof Item]?: unknown };
  if (!isTextOrNone(id)) rejectArgument(by, `${at}.id`, "must be a string", id);
  for (const name of lists) {
    const list = rest[name] ?? [];
    if (!Array.isArray(list) || !list.every((part: unknown) => isPart(part, needsIds)))
      rejectArgument(by, `${at}.${name}`, `must be a list of objects${needsIds ? " with ids" : ""}`, list);
  }
}

function isPart(part: unknown, needsId: boolean): boolean {
  if (typeof part !== "object" || part === null) return false;
  const { id, label, name } = part as { readonly [name: string]: unknown };
  return (needsId ? typeof id === "string" : isTextOrNone(id)) && isTextOrNone(label) && isTextOrNone(name);
}

// Servers also send null for a missing value.
function isTextOrNone(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}
