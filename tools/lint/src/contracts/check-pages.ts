import { type Finding, type Json, type LocatedContract, operationsOf, valueAt } from "@keywright/tool-contract";
import { descend } from "./places.ts";
import { type Page, readPage } from "./read-page.ts";

const PAGES = ["first", "middle", "last", "empty"] as const;

/** The example pages of a list, by name. */
type Pages = { readonly [Name in (typeof PAGES)[number]]: Page };

/**
 * The example pages of a list chain: the position of `first` leads to `middle`, that of `middle` to `last`, that of `last` to `empty`.
 * A mock can follow them only where each position is given once and the pages differ.
 */
export function checkPages(contract: LocatedContract): { readonly checked: number; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  let checked = 0;
  for (const { id, path, pointer: place, definition, pagination } of operationsOf(contract)) {
    if (pagination === undefined) continue;
    checked += 1;
    const content = descend(contract.document, { value: definition, pointer: place }, "responses", "200", "content", "application/json");
    const pointer = content === undefined ? place : `${content.pointer}/examples`;
    for (const message of brokenLinks(contract.document, pagination, path, pointer)) {
      findings.push({ ...contract.placeAt(pointer), message: `The example pages of ${id} must chain: ${message}` });
    }
  }
  return { checked, findings };
}

function brokenLinks(document: Json, pagination: Json, path: string, examples: string): string[] {
  const pages = PAGES.map((name) => [name, readPage(pagination, path, valueAt(document, `${examples}/${name}/value`))] as const);
  const unreadable = pages.flatMap(([name, page]) => (typeof page === "string" ? [`${name} ${page}.`] : []));
  if (unreadable.length > 0) return unreadable;
  const readable = Object.fromEntries(pages) as unknown as Pages;
  return [...itemsOfPages(readable), ...ends(readable, pagination)];
}

function* itemsOfPages(pages: Pages): Iterable<string> {
  const seen = new Set<string>();
  for (const name of PAGES) {
    const { items } = pages[name];
    if (name === "empty" ? items.length > 0 : items.length === 0) yield `${name} must have ${name === "empty" ? "no items" : "items"}, it has ${items.length}.`;
    for (const item of items) {
      const text = JSON.stringify(item);
      if (seen.has(text)) yield `no item may come twice; this one does, on ${name}: ${text.slice(0, 80)}.`;
      seen.add(text);
    }
  }
}

function* ends({ first, middle, last, empty }: Pages, pagination: Json): Iterable<string> {
  const { style } = pagination;
  if (style === "offset") return;
  if (style === "scim-index") {
    const items = first.items.length + middle.items.length + last.items.length;
    const totals = [first, middle, last].map(({ total }) => total);
    if (totals.some((total) => total !== items))
      yield `${String(pagination["total"])} must be ${items}, the number of items on first, middle and last; got ${totals.join(", ")}.`;
    return;
  }
  // A `next` that is absent is how a list of next links ends; elsewhere the last page has a position for later.
  const ended = style === "next-link";
  const positions = (ended ? [first, middle] : [first, middle, last]).map(({ next }) => next);
  if (positions.includes(undefined))
    yield `${ended ? "first and middle" : "first, middle and last"} must each give a position; got ${positions.map((position) => position ?? "none").join(", ")}.`;
  else if (new Set(positions).size < positions.length) yield `each page must give a position of its own; got ${positions.join(", ")}.`;
  if (ended && (last.next !== undefined || empty.next !== undefined)) yield "last and empty must give no next page, because the list ends there.";
  if (style === "next-link-live" && empty.next === undefined) yield "empty must give a position too, because a live list never ends.";
  if (style !== "cursor-body") return;
  const more = [first, middle, last, empty].map((page) => page.more);
  if (more.join() !== "true,true,false,false") yield `${String(pagination["more"])} must be true, true, false, false; got ${more.join(", ")}.`;
}
