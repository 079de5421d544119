import type { Schema } from "../../contract/model.ts";
import { listOf } from "../../contract/operations.ts";

/** The alternatives of each group in `x-exclusive`. A rule reports values of another form. */
export function exclusiveGroups(schema: Schema | undefined): string[][][] {
  const groups = listOf(schema?.["x-exclusive"]).filter((group) => Array.isArray(group));
  return groups.map((group) => group.map((alternative) => [alternative].flat()));
}

/** The same as lists of properties, of which a value may have at most one. */
export function exclusiveLists(schema: Schema): string[][] {
  return exclusiveGroups(schema).flatMap((group) => (group.every(({ length }) => length === 1) ? [group.flat()] : pairsOf(group)));
}

/** The pairs of properties of different alternatives. */
export function pairsOf(group: readonly (readonly string[])[]): string[][] {
  return group.flatMap((names, index) => group.slice(index + 1).flatMap((others) => names.flatMap((name) => others.map((other) => [name, other]))));
}
