import { type Contract, type ExamplePages, examplePages, type Finding, isObject, type Json, operationsOf } from "@keywright/generate/contract";
import { EXAMPLE_PAGES, type NamedPage, PAGE_STYLES, paginationRow, readPage, type Style } from "@keywright/generate/pagination";
import { descend, entriesOf } from "./places.ts";

/**
 * Checks the chain of a list's example pages: `first`, `middle`, `last`, `empty`.
 * A mock can follow them only if each position occurs once and the pages differ.
 */
export function checkPages(contract: Contract): { readonly checked: number; readonly findings: readonly Finding[] } {
  const { document } = contract;
  const findings: Finding[] = [];
  let checked = 0;
  for (const { id, path, pointer: at, definition, pagination: said } of operationsOf(contract)) {
    const style = isObject(said) ? PAGE_STYLES[String(said["style"])] : undefined;
    // The rule `pagination` reports an unknown style.
    if (!isObject(said) || style === undefined) continue;
    checked += 1;
    const response = descend(document, { value: definition, pointer: at }, "responses", "200");
    const [content] = entriesOf(document, descend(document, response, "content"));
    const pointer = content === undefined ? at : `${content[1].pointer}/examples`;
    const list: List = { style, names: paginationRow(said), path };
    for (const message of brokenLinks(readPages(examplePages(document, response?.value as Json), list), list)) {
      findings.push({ ...contract.placeAt(pointer), message: `The example pages of ${id} must chain: ${message}` });
    }
  }
  return { checked, findings };
}

interface List {
  readonly style: Style;
  readonly names: Json;
  readonly path: string;
}

/** The example pages as a client reads them, or an error message. */
function readPages(pages: ExamplePages, { style, names, path }: List): readonly (NamedPage | string)[] {
  return pages
    .filter(({ name }) => EXAMPLE_PAGES.includes(name))
    .map(({ name, ...example }) => {
      const page = readPage(style, example, names, path);
      return typeof page === "string" ? `${name} ${page}.` : { ...page, name };
    });
}

function brokenLinks(read: readonly (NamedPage | string)[], { style, names }: List): readonly string[] {
  const unreadable = read.filter((page) => typeof page === "string");
  if (unreadable.length > 0) return unreadable;
  const pages = read.filter((page) => typeof page !== "string");
  return [...itemsOfPages(pages), ...(style.counts === undefined ? positionsOfPages(pages, style) : []), ...(style.check?.(pages, names) ?? [])];
}

function* itemsOfPages(pages: readonly NamedPage[]): Iterable<string> {
  const seen = new Set<string>();
  for (const { name, items } of pages) {
    if (name === "empty" ? items.length > 0 : items.length === 0) yield `${name} must have ${name === "empty" ? "no items" : "items"}; it has ${items.length}.`;
    for (const item of items) {
      const text = JSON.stringify(item);
      if (seen.has(text)) yield `items must be unique; this one is repeated on ${name}: ${text.slice(0, 80)}.`;
      seen.add(text);
    }
  }
}

function* positionsOfPages(pages: readonly NamedPage[], { lastHasNone }: Style): Iterable<string> {
  const full = pages.filter(({ name }) => name !== "empty");
  const leading = lastHasNone ? full.slice(0, -1) : full;
  const positions = leading.map(({ next }) => next);
  if (positions.includes(undefined)) yield `${namesOf(leading)} must each have a position; got ${positions.map((position) => position ?? "none").join(", ")}.`;
  else if (new Set(positions).size < positions.length) yield `each page must have a different position; got ${positions.join(", ")}.`;
  const ending = pages.filter((page) => !leading.includes(page));
  if (lastHasNone && ending.some(({ next }) => next !== undefined)) yield `${namesOf(ending)} must have no next page, because the list ends there.`;
}

/** The names of pages: `first, middle and last`. */
function namesOf(pages: readonly NamedPage[]): string {
  return new Intl.ListFormat("en-GB").format(pages.map(({ name }) => name));
}
