import { isDeepStrictEqual } from "node:util";
import { type Json, ownOf } from "../contract/index.ts";
import { show } from "./values.ts";
import type { SchemaView } from "./schema-view.ts";

/** The alternatives of two unions: the pairs on both sides, and the labels of the rest. */
export interface Matched {
  readonly pairs: readonly { readonly before: SchemaView; readonly after: SchemaView; readonly label: string }[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * Matches the alternatives of two unions by name, by discriminating constant, then by equality; the
 * last one of each side match. A schema without alternatives is a union of one.
 */
export function matchAlternatives(was: SchemaView, is: SchemaView): Matched {
  const before = [...formsOf(was)];
  const after = [...formsOf(is)];
  const pairs: { before: SchemaView; after: SchemaView; label: string }[] = [];
  const take = (isSame: (one: SchemaView, other: SchemaView) => boolean): void => {
    for (const one of before.slice()) {
      const other = after.find((candidate) => isSame(one, candidate));
      if (other === undefined) continue;
      before.splice(before.indexOf(one), 1);
      after.splice(after.indexOf(other), 1);
      pairs.push({ before: one, after: other, label: labelOf(other) });
    }
  };
  take((one, other) => one.name !== undefined && one.name === other.name);
  take((one, other) => constantOf(one) !== undefined && constantOf(one) === constantOf(other));
  take((one, other) => isDeepStrictEqual(one.keywords, other.keywords));
  if (before.length === 1 && after.length === 1) take((one, other) => isDeepStrictEqual(one.keywords["type"], other.keywords["type"]));
  return { pairs, removed: before.map(labelOf), added: after.map(labelOf) };
}

function formsOf(view: SchemaView): readonly SchemaView[] {
  return view.alternatives.length > 0 ? view.alternatives : [view];
}

function labelOf(view: SchemaView): string {
  return view.name ?? constantOf(view) ?? (view.keywords["type"] as readonly string[] | undefined)?.join(" or ") ?? "any value";
}

/** The property of an alternative that has one constant value, such as `op: "add"`. */
function constantOf({ keywords }: SchemaView): string | undefined {
  for (const [name, schema] of Object.entries((keywords["properties"] ?? {}) as Json)) {
    const parts = [schema, ...[ownOf(Object(schema) as Json, "allOf") ?? []].flat()];
    const value = parts.map((part) => (Object(part) as Json)["const"] ?? undefined).find((constant) => constant !== undefined);
    if (value !== undefined) return `${name}: ${show(value)}`;
  }
  return undefined;
}
