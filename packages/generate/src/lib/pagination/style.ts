import type { Pagination } from "@keywright/core/client";
import type { Role } from "./roles.ts";

/** The styles that core reads. */
export type StyleName = Pagination["style"];

/** `x-pagination` of a row: the location of a property is its name or its path of names. */
export type Names = { readonly [name: string]: unknown };

/** A page in the examples of a contract. */
export interface ExamplePage {
  readonly value: unknown;
  /** Its headers, by their names in lower case. */
  readonly headers?: { readonly [name: string]: string | undefined };
}

/** The position in an example page, as the client's paginator reads it. */
export interface ReadPosition {
  /** The position in the page; absent if it has none, or if positions are counted. */
  readonly next?: string;
  /** Whether there are more pages; absent if pages have no such flag. */
  readonly more?: unknown;
  /** The total in the page; absent if it has none. */
  readonly total?: number;
}

/** An example page, as the client's paginator reads it. */
export interface ReadPage extends ReadPosition {
  readonly items: readonly unknown[];
}

/** A named example page, as the client's paginator reads it. */
export interface NamedPage extends ReadPage {
  readonly name: string;
}

/** A pagination style, without its reader, which is in core. */
export interface Style {
  /** Meaning of each property of `x-pagination`. */
  readonly required: { readonly [property: string]: Role };
  /** The same for optional properties. Without `items`, the response body is the array of items. */
  readonly optional?: { readonly [property: string]: Role };
  /** The property with the name of the position's input. */
  readonly position: string;
  /** For styles that count positions. */
  readonly counts?: {
    first(names: Names): number;
    readonly by: "items" | "pages";
    /** Parameter names that suggest another style, and the advice for them. */
    readonly not: readonly [RegExp, string];
  };
  /** The value that the emulator writes to a property, by its name there if that is another. */
  readonly values?: Names;
  /** The same for places that `x-pagination` does not name. The body may lack them. */
  readonly also?: { readonly [In in "body" | "headers"]?: Names };
  /** Whether the last page has no position. */
  readonly lastHasNone: boolean;
  /** Whether only an empty page ends the list: the examples must have one. */
  endsEmpty(names: Names): boolean;
  /** Reads the position in an example page, or returns why it cannot be read. */
  read(page: ExamplePage, names: Names, path: string): ReadPosition | string;
  /** Yields other problems of the pages than those of items and positions. */
  check?(pages: readonly NamedPage[], names: Names): Iterable<string>;
  /** For tables of all styles: what a position is, and what ends the list. */
  readonly about: { readonly position: string; readonly end: string };
  /** A sentence for users about the pagination. */
  text(names: Names): string;
}
