import type { Answer } from "./call-context.ts";
import type { CallOptions } from "./client-options.ts";
import { type Input, isBodyInput } from "./check-input.ts";
import { checkOptions } from "./check-options.ts";
import { ArgumentError, noteResumeAt } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { type PageReading, stuck } from "./pages/page-reader.ts";
import { END, type Iteration, type Source, walkPages } from "./pages/walk.ts";

/** One page of a list. */
export interface Page<Item, Position> {
  readonly items: readonly Item[];
  /**
   * Where a later walk goes on behind this page: give it to the same method as its position (`cursor`, `after` or `offset`). Save it once the page is handled.
   */
  readonly resumeAt: Position;
  /** The `Link` header named another next page than the body. The body was followed; absent where both agree. */
  readonly linkIgnored?: boolean;
}

/**
 * A list that is read page by page while it is iterated. Nothing is sent before; each iteration starts a walk of its own.
 *
 * While a page is handled the next one is already asked for, unless the call says `readAhead: false`. Leaving a loop early aborts that request.
 * An error that ends a walk has in `resumeAt` where a later walk goes on behind the last page that was given.
 */
export interface Paginator<Item, Position> extends AsyncIterable<Item> {
  /** The pages, each with the position behind it. An empty last page is given too: its position may be newer. */
  pages(): AsyncIterable<Page<Item, Position>>;
  /**
   * All items in one array. It is given whole or not at all: the `resumeAt` of an error is where the walk began.
   *
   * @param options `max`: how many items are expected at the most.
   * @throws ArgumentError without a `max`.
   * @throws PaginationError `too-many-items` where the list holds more, so that nothing is cut off in silence.
   */
  toArray(options: { readonly max: number }): Promise<Item[]>;
}

/** Makes the paginator of one call. `send` asks for one page. */
export function paginate(
  operation: Operation,
  reading: PageReading,
  input: Input,
  callOptions: CallOptions,
  send: (input: Input, callOptions: CallOptions) => Promise<Answer>,
): Paginator<unknown, unknown> {
  checkOptions(callOptions, operation.id);
  const { parameter, first, read } = reading;
  const rest = isBodyInput(operation) ? {} : input;
  const start = input[parameter] ?? first;
  const source: Source = {
    start,
    signal: callOptions.signal,
    async read(position, signal) {
      const at = position === start ? input : { ...rest, [parameter]: position };
      return read(await send(at, { ...callOptions, signal }), position);
    },
    repeated: () => stuck(operation, "position-repeated", "was answered with a position where it has been before: walking on would never end"),
  };
  const walk = (readAhead = callOptions.readAhead ?? true): Iteration<Page<unknown, unknown>> => walkPages(source, readAhead);

  return {
    [Symbol.asyncIterator]: () => walkItems(walk()),
    pages: () => walk(),
    async toArray(options) {
      const max = (options as { readonly max?: number } | undefined)?.max ?? Number.NaN;
      if (!(max >= 0))
        throw new ArgumentError(`${operation.id}: toArray takes { max }, how many items are expected at the most`, "max", { operationId: operation.id });
      const all: unknown[] = [];
      try {
        // What only collects has nothing to do in the meantime.
        for await (const { items } of walk(false)) {
          for (const item of items) all.push(item);
          if (all.length > max) throw stuck(operation, "too-many-items", `lists more than ${max} items: raise max, or iterate`);
        }
      } catch (error) {
        throw noteResumeAt(error, start);
      }
      return all;
    },
  };
}

/** The items of pages one by one. An item that is there already costs no more than its promise: a generator would cost several. */
function walkItems(pages: Iteration<Page<unknown, unknown>>): Iteration<unknown> {
  let items: readonly unknown[] = [];
  let index = 0;
  let loading: Promise<IteratorResult<unknown, undefined>> | undefined;

  async function load(): Promise<IteratorResult<unknown, undefined>> {
    while (index >= items.length) {
      // The page that is done with is let go before another one comes.
      items = [];
      index = 0;
      const { done, value } = await pages.next();
      if (done) return END;
      items = value.items;
    }
    return { done: false, value: items[index++] };
  }

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (loading === undefined && index < items.length) return Promise.resolve({ done: false, value: items[index++] });
      const loaded = loading === undefined ? load() : loading.then(load, load);
      const forget = (): void => {
        if (loading === loaded) loading = undefined;
      };
      loading = loaded;
      loaded.then(forget, forget);
      return loaded;
    },
    return: () => {
      items = [];
      return pages.return();
    },
  };
}
