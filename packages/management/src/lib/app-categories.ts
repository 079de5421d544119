import { rejectArgument } from "@keywright/core/client";
import type { AppCategory } from "../generated/client.ts";
import { LookupError } from "./errors.ts";

/** A category and its place in the tree. */
export interface CategoryPlace {
  readonly id: string;
  /** Its name, or its id if it has no name. */
  readonly name: string;
  /** The names from the level below the root to this one, such as `["Finance", "Ledgers"]`. */
  readonly path: readonly string[];
  /** The category itself, with its children. */
  readonly category: AppCategory;
}

// The paths of a deeper tree would use more memory than the tree itself.
const MAX_DEPTH = 1000;

/**
 * Returns all categories of a tree as a list, parents before their children, without the root.
 *
 * @param root The return value of `listAppCategories`.
 * @throws ArgumentError if it is not a tree or has more than 1000 levels.
 * @example
 * ```ts
 * const categories = flattenCategories(await management.listAppCategories());
 * for (const { path, id } of categories) console.log(path.join(" / "), id);
 * ```
 */
export function flattenCategories(root: AppCategory): CategoryPlace[] {
  const places: CategoryPlace[] = [];
  // An explicit stack, because recursion could overflow the call stack.
  const open = placesBelow(root, [], "flattenCategories").reverse();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    places.push(place);
    if (place.path.length > MAX_DEPTH) rejectArgument("flattenCategories", "root", `must be at most ${MAX_DEPTH} levels deep`, root);
    open.push(...placesBelow(place.category, place.path, "flattenCategories").reverse());
  }
  return places;
}

/**
 * Returns the category at a path of names below the root. Names must match exactly.
 *
 * @param root The return value of `listAppCategories`.
 * @param path At least one name, such as `["Finance", "Ledgers"]`.
 * @throws LookupError `not-found`, whose message says which name is missing; `ambiguous`, with the
 * ids of all categories at the path in `candidates`.
 */
export function findCategory(root: AppCategory, path: readonly string[]): CategoryPlace {
  if (!Array.isArray(path) || path.length === 0) rejectArgument("findCategory", "path", "must be a list of names, at least one", path);
  let level = placesBelow(root, [], "findCategory");
  let found: CategoryPlace[] = [];
  for (const [depth, name] of path.entries()) {
    found = level.filter((place) => place.name === name);
    if (found.length === 0) throw notFound(path.slice(0, depth), name, level);
    level = found.flatMap((place) => placesBelow(place.category, place.path, "findCategory"));
  }
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  throw new LookupError("ambiguous", `findCategory: ${found.length} categories have the path ${shown(path)}; say which by its id`, {
    candidates: found.map(({ id }) => id),
  });
}

function placesBelow(node: AppCategory, path: readonly string[], by: string): CategoryPlace[] {
  checkNode(node, by);
  const { children } = node;
  if (children === undefined || children === null) return [];
  if (!Array.isArray(children)) rejectArgument(by, "root", "must be a tree whose children are lists", children);
  return children.map((category) => {
    checkNode(category, by);
    const { id, name = id } = category;
    return { id, name, path: [...path, name], category };
  });
}

function checkNode(node: unknown, by: string): void {
  if (typeof node !== "object" || node === null || Array.isArray(node)) rejectArgument(by, "root", "must be a tree of categories", node);
}

function notFound(way: readonly string[], name: string, level: readonly CategoryPlace[]): LookupError {
  const there = level.slice(0, 10).map((place) => place.name);
  const where = way.length === 0 ? "the root" : shown(way);
  return new LookupError(
    "not-found",
    `findCategory: ${where} has no category ${shown([name])}; it has ${there.length === 0 ? "none" : listed(there, level.length)}`,
  );
}

function shown(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(" / ");
}

function listed(names: readonly string[], count: number): string {
  return `${names.map((name) => JSON.stringify(name)).join(", ")}${count > names.length ? ` and ${count - names.length} more` : ""}`;
}
