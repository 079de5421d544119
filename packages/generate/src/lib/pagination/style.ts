import type { Json } from "../contract/index.ts";

/**
 * What a member of `x-pagination` names: a query parameter, a property of the response, or a property of the request body and of the response; or a number.
 */
export type Role = "query" | "answer" | "both" | "number";

/** `x-pagination` as it stands in a row: the location of a property is its name, or the names on the way to it. */
export type Names = Json;

/** A page in the examples of a contract. */
export interface ExamplePage {
  readonly value: unknown;
  /** The value of its `Link` header. */
  readonly link?: string | undefined;
}

/** An example page, as the client's paginator reads it. */
export interface ReadPage {
  readonly items: readonly unknown[];
  /** The position that the page gives; absent if it gives none, or if positions are counted. */
  readonly next?: string;
  /** Whether the page says that there is more; absent if it cannot say so. */
  readonly more?: unknown;
  /** A number of the page that says where the list ends; absent if the page has none. */
  readonly total?: number;
}

/** A named example page, as the client's paginator reads it. */
export interface NamedPage extends ReadPage {
  readonly name: string;
}

/** Everything about a pagination style except its reader, which core has. */
export interface Style {
  /** The name of its reader in `@keywright/core/client`. */
  readonly reader: string;
  /** What each member of `x-pagination` names. */
  readonly members: { readonly [member: string]: Role };
  /** The same for members that may be left out. Without `items`, the response body is the array of items. */
  readonly optional?: { readonly [member: string]: Role };
  /** The member that names the input of the position. */
  readonly position: string;
  /** How positions are counted, for styles that count them. */
  readonly counts?: {
    first(names: Names): number;
    /** The position after a page. */
    after(position: number, items: number): number;
    /** Names of parameters that count something else, and the advice about them. */
    readonly not: readonly [RegExp, string];
  };
  /** Whether the last page has no position, so that the position after the end is `undefined` for a list of one page. */
  readonly lastHasNone: boolean;
  /** Whether only an empty page ends the list, so that the examples need one. */
  endsEmpty(names: Names): boolean;
  /**
   * Reads an example page.
   *
   * @param path The operation's path, where its next pages are.
   * @returns The page, or why it cannot be read.
   */
  read(page: ExamplePage, names: Names, path: string): ReadPage | string;
  /** Says what is wrong with readable pages in their order, beyond their items and positions. */
  check?(pages: readonly NamedPage[], names: Names): Iterable<string>;
  /** How its pages follow one another, as a sentence for readers. */
  text(names: Names): string;
}
