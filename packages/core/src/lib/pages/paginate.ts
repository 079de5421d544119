import { isBodyInput, isObject } from "../call/request/check-input.ts";
import { isCount } from "../options/check-options.ts";
import { onAbort, turnsToSend } from "../clock.ts";
import { ArgumentError, describe, note } from "../errors.ts";
import { stuck } from "./page-parts.ts";
import { createCycleDetector } from "./cycle-detector.ts";
import type { Page } from "../method-types.ts";
import type { Input, Paginate } from "../pipeline.ts";

type AnyPage = Page<unknown, unknown>;

/** An iteration that can be stopped at any time. */
interface Iteration<Value> extends AsyncIterableIterator<Value, undefined> {
  return(): Promise<IteratorReturnResult<undefined>>;
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Iterates over the pages of a list, or over their items. */
export const paginate: Paginate = (operation, reader, given, options, { send, check }) => {
  const input: Input = isObject(given) ? given : {};
  const start = input[reader.parameter] ?? reader.first;
  const rest = isBodyInput(operation) ? {} : input;
  const inputAt = (position: unknown): unknown => (position === start ? given : { ...rest, [reader.parameter]: position });
  const { signal } = options;

  /** Requests a page. Its signal also fires if the iteration is stopped. */
  function ask(position: unknown) {
    const controller = new AbortController();
    const forget = signal && onAbort(signal, () => controller.abort(signal.reason));
    const read = async () => reader.read(await send(inputAt(position), { ...options, signal: controller.signal }), position);
    const page = read().finally(forget);
    // Nothing may ever await this promise, so a rejection would be unhandled.
    page.catch(() => {});
    return { page, cancel: () => controller.abort() };
  }

  /**
   * Iterates over pages. With `readAhead`, requests one page before the current one is returned.
   */
  function walk(readAhead = options.readAhead ?? true): Iteration<AnyPage> {
    let position: unknown = start;
    let coming: ReturnType<typeof ask> | undefined;
    let isOver = false;
    let isRepeated = false;
    let last: Promise<unknown> | undefined;
    const wasBefore = createCycleDetector();

    async function advance(): Promise<IteratorResult<AnyPage, undefined>> {
      if (isOver) return END;
      try {
        signal?.throwIfAborted();
        if (isRepeated) throw stuck(operation, "position-repeated", "returned an earlier position again: reading on would never end");
        coming ??= ask(position);
        const { done, ...page } = await coming.page;
        coming = undefined;
        if (isOver) return END;
        isRepeated = !done && wasBefore(position, page.resumeAt);
        position = page.resumeAt;
        isOver = done;
        if (readAhead && !done && !isRepeated) {
          coming = ask(position);
          await turnsToSend();
        }
        return { done: false, value: page };
      } catch (error) {
        if (isOver) return END;
        isOver = true;
        throw note(error, { resumeAt: position });
      }
    }

    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next() {
        const result = last === undefined ? advance() : last.then(advance, advance);
        last = result;
        return result;
      },
      return() {
        isOver = true;
        coming?.cancel();
        return Promise.resolve(END);
      },
    };
  }

  return {
    [Symbol.asyncIterator]: () => walkItems(walk()),
    pages(own?: object) {
      if (own !== undefined) check?.(`${operation.id}().pages`, own, {});
      return walk();
    },
    async toArray(own?: { readonly max?: number }) {
      if (own) check?.(`${operation.id}().toArray`, own, { max: undefined });
      const max = own?.max ?? Number.NaN;
      if (!isCount(max, 0)) {
        const expected = "{ max }, a whole number of items of at least 0, or Infinity";
        throw new ArgumentError("invalid-argument", `${operation.id}: toArray takes ${expected}; got ${describe(own?.max)}`, {
          argument: "max",
          expected,
          operationId: operation.id,
        });
      }
      const all: unknown[] = [];
      try {
        // Without read-ahead, because collecting items takes no time that a request could use.
        for await (const { items } of walk(false)) {
          for (const item of items) all.push(item);
          if (all.length > max) throw stuck(operation, "too-many-items", `lists more than ${max} items`, "raise max, or iterate");
        }
      } catch (error) {
        throw note(error, { resumeAt: start });
      }
      return all;
    },
  };
};

/** Iterates over the items of pages. A generator would cost several promises for each item. */
function walkItems(pages: Iteration<AnyPage>): Iteration<unknown> {
  let items: readonly unknown[] = [];
  let index = 0;
  let loading: Promise<IteratorResult<unknown, undefined>> | undefined;

  async function load(): Promise<IteratorResult<unknown, undefined>> {
    while (index >= items.length) {
      // Release the old page before the next one is read, to save memory.
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
