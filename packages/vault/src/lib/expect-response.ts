import { InvalidResponseError } from "@keywright/core/client";
import type { Item } from "../generated/client.ts";
import { operations } from "../generated/operations.ts";

/**
 * Returns a response's entries, or a part of them.
 *
 * @param from The number of entries before them.
 * @throws InvalidResponseError unless it lists objects with ids.
 */
export function expectEntries<Entry extends { readonly id: string }>(
  operationId: "listVaults" | "listItems",
  list: readonly Entry[],
  from = 0,
): readonly Entry[] {
  if (!Array.isArray(list)) throw unexpected(operationId, "no list");
  const index = list.findIndex((entry: Partial<Entry> | null) => typeof entry?.id !== "string");
  if (index >= 0) throw unexpected(operationId, `a list whose entry ${from + index} has no id`);
  return list;
}

/** Returns the item of a response. @throws InvalidResponseError if it is not an object. */
export function expectItem(item: Item): Item {
  return expectOne("getItem", item, "item");
}

/** Returns the object of a response. @throws InvalidResponseError if it is not an object. */
export function expectOne<Value extends object>(operationId: "getItem" | "getFile" | "getFileContent", value: Value, what: string): Value {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unexpected(operationId, `no ${what}`);
  return value;
}

function unexpected(operationId: "listVaults" | "listItems" | "getItem" | "getFile" | "getFileContent", what: string): InvalidResponseError {
  const { status } = operations[operationId].response;
  return new InvalidResponseError("unexpected-content", `${operationId}: the response has ${what}`, { operationId, status });
}
