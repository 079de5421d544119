import type { Answer } from "../call-context.ts";
import type { Input } from "../check-input.ts";
import { InvalidResponseError, type PaginationCode, PaginationError } from "../errors.ts";
import type { Operation, Pagination } from "../operation.ts";

/** What a reader takes out of one answer. */
export interface Step {
  readonly items: readonly unknown[];
  /** Where a later walk goes on behind this page. */
  readonly resumeAt: unknown;
  /** Whether this walk is over. */
  readonly done: boolean;
  readonly linkIgnored?: boolean;
}

/** How the answers of one operation are read as pages. */
export interface PageReading {
  /** The member of the input that carries the position. */
  readonly parameter: string;
  /** The position of a walk whose caller gives none; absent where the service alone knows it. */
  readonly first?: number;
  /** What the input must fulfil besides its constraints. */
  readonly checkInput?: (input: Input) => void;
  /** @param position The one that was asked for. */
  readonly read: (response: Answer, position: unknown) => Step;
}

/** Reads the pages of one style. A client is given those that its contract uses, so that a bundle holds no other. */
export type PageReader<Style extends Pagination["style"]> = (
  operation: Operation,
  names: Extract<Pagination, { style: Style }>,
  baseUrl: string,
) => PageReading;

/** The readers that a client is given, by style. */
export type PageReaders = { readonly [Style in Pagination["style"]]?: PageReader<Style> };

/** The page as an object. */
export function objectOf(operation: Operation, response: Answer): { readonly [name: string]: unknown } {
  if (typeof response.body === "object" && response.body !== null && !Array.isArray(response.body))
    return response.body as { readonly [name: string]: unknown };
  throw malformed(operation, response, " a page that is not an object");
}

/** The items of a page as an array. */
export function itemsOf(operation: Operation, response: Answer, items: unknown): readonly unknown[] {
  if (Array.isArray(items)) return items;
  throw malformed(operation, response, " a page whose items are not an array");
}

/** A page from which nothing leads on. */
export function missing(operation: Operation, expected: string): PaginationError {
  return stuck(operation, "missing-position", `was answered with a page without a position: expected ${expected}`);
}

/** A walk that cannot go on. */
export function stuck({ id: operationId }: Operation, code: PaginationCode, said: string): PaginationError {
  return new PaginationError(code, `${operationId} ${said}`, { operationId });
}

/** An answer that is no page. */
export function malformed({ id: operationId }: Operation, { status }: Answer, what: string): InvalidResponseError {
  return new InvalidResponseError("unexpected-content", `${operationId} was answered with${what}`, { operationId, status });
}
