import { turnsToSend } from "../clock.ts";
import { noteResumeAt, type PaginationError } from "../errors.ts";
import { onAbort } from "../on-abort.ts";
import type { Page } from "../paginate.ts";
import type { Step } from "./page-reader.ts";

/** What a walk needs to know of its list. */
export interface Source {
  /** The position of the first page. */
  readonly start: unknown;
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
  /** Asks for the page at a position. The signal fires also where the walk is left. */
  readonly read: (position: unknown, signal: AbortSignal) => Promise<Step>;
  /** The error of a position that does not move. */
  readonly repeated: () => PaginationError;
}

/** The calls in turn of an iteration that ends once. */
export interface Iteration<Value> extends AsyncIterableIterator<Value, undefined> {
  return(): Promise<IteratorReturnResult<undefined>>;
}

type Result<Value> = IteratorResult<Value, undefined>;

/** The end of an iteration. */
export const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** A page on its way. */
interface Coming {
  readonly step: Promise<Step>;
  readonly cancel: () => void;
}

/**
 * Walks the pages of a list.
 *
 * With `readAhead` the next page is asked for when this one has been read, and before it is handed over; never more than that one. What becomes of it is told when it is asked for.
 */
export function walkPages(source: Source, readAhead: boolean): Iteration<Page<unknown, unknown>> {
  let position = source.start;
  let coming: Coming | undefined;
  let over = false;
  let stays = false;
  let tail: Promise<unknown> | undefined;
  const isRepeated = createRepetitionGuard();

  async function advance(): Promise<Result<Page<unknown, unknown>>> {
    if (over) return END;
    try {
      source.signal?.throwIfAborted();
      if (stays) throw source.repeated();
      coming ??= ask(source, position);
      const { items, resumeAt, done, linkIgnored } = await coming.step;
      coming = undefined;
      if (over) return END;
      stays = !done && isRepeated(position, resumeAt);
      position = resumeAt;
      over = done;
      if (readAhead && !done && !stays) {
        coming = ask(source, position);
        await turnsToSend();
      }
      return { done: false, value: { items, resumeAt, ...(linkIgnored === true ? { linkIgnored } : {}) } };
    } catch (error) {
      if (over) return END;
      over = true;
      throw noteResumeAt(error, position);
    }
  }

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      const result = tail === undefined ? advance() : tail.then(advance, advance);
      tail = result;
      return result;
    },
    return() {
      over = true;
      coming?.cancel();
      return Promise.resolve(END);
    },
  };
}

function ask({ signal, read }: Source, position: unknown): Coming {
  const controller = new AbortController();
  const forget = onAbort(signal, () => controller.abort(signal?.reason));
  const step = read(position, controller.signal).finally(forget);
  // Nobody may ever ask what became of it.
  step.catch(() => {});
  return { step, cancel: () => controller.abort() };
}

/** Tells whether a position was there before: at once where it has not moved, and where positions go round in a circle after some rounds, without keeping them all. */
function createRepetitionGuard(): (position: unknown, next: unknown) => boolean {
  let kept: unknown;
  let steps = 0;
  let until = 1;
  return (position, next) => {
    if (next === position || (steps > 0 && next === kept)) return true;
    steps += 1;
    if (steps === until) {
      kept = next;
      until *= 2;
    }
    return false;
  };
}
