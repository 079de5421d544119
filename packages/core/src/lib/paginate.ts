import type { IncomingResponse } from "./client-options.ts";
import type { Input } from "./check-input.ts";
import { ArgumentError, InvalidResponseError, type PaginationCode, PaginationError } from "./errors.ts";
import { isAtOrigin } from "./origin.ts";
import type { Operation, Pagination } from "./operation.ts";

/** One page of a list. */
export interface Page<Item, Position> {
  readonly items: readonly Item[];
  /**
   * Where a later walk goes on behind this page: give it to the same method as its position (`cursor`, `after` or `offset`). Save it once the page is handled.
   */
  readonly resumeAt: Position;
}

/** A list that is read page by page while it is iterated. Nothing is sent before; each iteration starts a walk of its own. */
export interface Paginator<Item, Position> extends AsyncIterable<Item> {
  /** The pages, each with the position behind it. An empty last page is given too: its position may be newer. */
  pages(): AsyncIterable<Page<Item, Position>>;
  /**
   * All items in one array.
   *
   * @param options `max`: how many items are expected at the most.
   * @throws ArgumentError without a `max`.
   * @throws PaginationError `too-many-items` where the list holds more, so that nothing is cut off in silence.
   */
  toArray(options: { readonly max: number }): Promise<Item[]>;
}

/** What a reader takes out of one answer: its items, where a later walk goes on, and whether this walk is over. */
interface Step {
  readonly items: readonly unknown[];
  readonly resumeAt: unknown;
  readonly done: boolean;
}

interface Reader {
  /** The position that the caller's input starts from. */
  start(input: Input): unknown;
  /** The input that asks for the page at a position. */
  at(input: Input, position: unknown): Input;
  read(response: IncomingResponse, position: unknown): Step;
}

/** Makes the paginator of one call. `send` asks for one page. */
export function paginate(
  operation: Operation,
  pagination: Pagination,
  input: Input,
  context: { readonly baseUrl: string; readonly send: (input: Input) => Promise<IncomingResponse> },
): Paginator<unknown, unknown> {
  const reader = readerOf(operation, pagination, context.baseUrl);

  async function* pages(): AsyncGenerator<Page<unknown, unknown>, void, undefined> {
    let position = reader.start(input);
    let current = input;
    for (;;) {
      const step = reader.read(await context.send(current), position);
      yield { items: step.items, resumeAt: step.resumeAt };
      if (step.done) return;
      if (step.resumeAt === position) {
        throw stuck(operation, "position-repeated", "was answered with the position that it asked for: walking on would never end");
      }
      position = step.resumeAt;
      current = reader.at(input, position);
    }
  }

  async function* items(): AsyncGenerator<unknown, void, undefined> {
    for await (const page of pages()) yield* page.items;
  }

  return {
    [Symbol.asyncIterator]: items,
    pages,
    async toArray(options) {
      const max = (options as { readonly max?: number } | undefined)?.max ?? Number.NaN;
      if (!(max >= 0))
        throw new ArgumentError(`${operation.id}: toArray takes { max }, how many items are expected at the most`, "max", { operationId: operation.id });
      const all: unknown[] = [];
      for await (const page of pages()) {
        for (const item of page.items) all.push(item);
        if (all.length > max) {
          throw stuck(operation, "too-many-items", `lists more than ${max} items: raise max, or iterate`);
        }
      }
      return all;
    },
  };
}

function readerOf(operation: Operation, pagination: Pagination, baseUrl: string): Reader {
  switch (pagination.style) {
    case "offset":
      return offsetReader(operation, pagination);
    case "cursor-body":
      return cursorBodyReader(operation, pagination);
    case "scim-index":
      return scimIndexReader(operation, pagination);
    default:
      return nextLinkReader(operation, pagination, baseUrl);
  }
}

function offsetReader(operation: Operation, { offset }: Extract<Pagination, { style: "offset" }>): Reader {
  return {
    start: (input) => input[offset] ?? 0,
    at: (input, position) => ({ ...input, [offset]: position }),
    read(response, position) {
      const items = itemsOf(operation, response, response.body);
      return { items, resumeAt: (position as number) + items.length, done: items.length === 0 };
    },
  };
}

function cursorBodyReader(operation: Operation, names: Extract<Pagination, { style: "cursor-body" }>): Reader {
  return {
    start: (input) => input[names.cursor],
    at: (_input, position) => ({ [names.cursor]: position }),
    read(response) {
      const page = objectOf(operation, response);
      const cursor = page[names.cursor];
      const more = page[names.more];
      if (typeof cursor !== "string" || cursor === "") throw missing(operation, `a string in ${names.cursor}`);
      if (typeof more !== "boolean") throw malformed(operation, response, `out a true or false in ${names.more}`);
      return { items: itemsOf(operation, response, page[names.items]), resumeAt: cursor, done: !more };
    },
  };
}

// RFC 7644 §3.4.2.4: startIndex counts from 1.
function scimIndexReader(operation: Operation, names: Extract<Pagination, { style: "scim-index" }>): Reader {
  return {
    start: (input) => input[names.startIndex] ?? 1,
    at: (input, position) => ({ ...input, [names.startIndex]: position }),
    read(response, position) {
      const page = objectOf(operation, response);
      const items = page[names.items] === undefined ? [] : itemsOf(operation, response, page[names.items]);
      const next = (position as number) + items.length;
      const total = page[names.total];
      if (typeof total !== "number") throw missing(operation, `a number in ${names.total}`);
      return { items, resumeAt: next, done: items.length === 0 || next > total };
    },
  };
}

function nextLinkReader(operation: Operation, names: Extract<Pagination, { style: "next-link" | "next-link-live" }>, baseUrl: string): Reader {
  const live = names.style === "next-link-live";
  return {
    start: (input) => input[names.cursor],
    at: (input, position) => ({ ...input, [names.cursor]: position }),
    read(response, position) {
      const page = objectOf(operation, response);
      const items = itemsOf(operation, response, page[names.items]);
      const next = page[names.next];
      if (!live && (next === undefined || next === null)) return { items, resumeAt: position, done: true };
      if (typeof next !== "string") throw missing(operation, `a URL in ${names.next}`);
      return { items, resumeAt: cursorOf(operation, next, names.cursor, baseUrl), done: live && items.length === 0 };
    },
  };
}

/** Takes the cursor out of a `next` URL. The URL itself is never called: it comes from outside, and the token must not follow it. */
function cursorOf(operation: Operation, next: string, parameter: string, baseUrl: string): string {
  const own = `${baseUrl}${operation.path}`;
  if (!URL.canParse(next, own)) throw missing(operation, "a next URL that can be read");
  const url = new URL(next, own);
  if (!isAtOrigin(url.href, baseUrl)) {
    throw stuck(operation, "foreign-position", "was answered with a next page at another origin, which is not asked for so that credentials stay at baseUrl");
  }
  const cursor = url.searchParams.get(parameter);
  if (cursor === null || cursor === "") throw missing(operation, `a next URL with ${parameter}`);
  return cursor;
}

function objectOf(operation: Operation, response: IncomingResponse): { readonly [name: string]: unknown } {
  if (typeof response.body === "object" && response.body !== null && !Array.isArray(response.body))
    return response.body as { readonly [name: string]: unknown };
  throw malformed(operation, response, " a page that is not an object");
}

function itemsOf(operation: Operation, response: IncomingResponse, items: unknown): readonly unknown[] {
  if (Array.isArray(items)) return items;
  throw malformed(operation, response, " a page whose items are not an array");
}

function missing(operation: Operation, expected: string): PaginationError {
  return stuck(operation, "missing-position", `was answered with a page without a position: expected ${expected}`);
}

function stuck({ id: operationId }: Operation, code: PaginationCode, said: string): PaginationError {
  return new PaginationError(code, `${operationId} ${said}`, { operationId });
}

function malformed({ id: operationId }: Operation, { status }: IncomingResponse, what: string): InvalidResponseError {
  return new InvalidResponseError("unexpected-content", `${operationId} was answered with${what}`, { operationId, status });
}
