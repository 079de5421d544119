import { backoff, retryDelay, wait } from "../clock.ts";
import { type ApiError, CheckpointError, isApiError, isKeywrightError, type KeywrightError, PaginationError } from "../errors.ts";
import { createCycleDetector } from "../pages/cycle-detector.ts";
import type { Clock } from "../clock.ts";
import type { Page } from "../method-types.ts";
import { createBadPages } from "./bad-pages.ts";
import { canBeKept, type FeedPosition, MAX_POSITION_LENGTH } from "./checkpoint.ts";
import type { BadPage, FeedEvent, FeedSource } from "./feed.ts";
import { isTemporary } from "../helpers/temporary.ts";

/** The context in which a stream is followed. */
export interface FollowContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly untilCaughtUp: boolean;
  readonly pollIntervalMs: number;
  readonly maxBackoffMs: number;
  readonly giveUpAfterMs: number;
  readonly maxEmptyPages: number;
  /** Whether a page that stays bad is yielded. */
  readonly hasDeadLetters: boolean;
  readonly emit: (event: FeedEvent) => void;
}

/** A page, or a bad page in its place. */
export interface FollowedPage<Event> extends Page<Event, string> {
  readonly bad?: BadPage;
}

// The number of requests, one per second, if positions lead in a circle.
const MAX_CIRCLES = 10;
const CIRCLE_DELAY_MS = 1000;

/**
 * Yields the pages from a position, until it is stopped or, with `untilCaughtUp`, there are no more
 * events. An empty page is also yielded if it moves the position.
 *
 * The caller saves a page before it asks for the next one, so that the feed continues after it
 * whatever fails.
 */
export async function* follow<Event>(
  source: FeedSource<Event>,
  start: FeedPosition,
  context: FollowContext,
): AsyncGenerator<FollowedPage<Event>, void, undefined> {
  const { clock, signal, emit } = context;
  const { stream } = source;
  const delays = createDelays(stream, context);
  const badPages = createBadPages(source, context);
  const wasBefore = createCycleDetector();
  let position = start;
  let responded = false;
  let circle: PaginationError | undefined;
  const delayAfter = (error: unknown): number => {
    if (circle !== undefined && error === circle) return delays.afterCircle(circle);
    return isKeywrightError(error, "position-repeated") ? delays.afterRepeatedPosition(error) : delays.afterFailure(error, responded);
  };

  const pause = async (delayMs: number): Promise<void> => {
    if (delayMs > 0) await wait(clock, delayMs, signal);
  };

  while (!signal.aborted) {
    try {
      for await (const page of source.pages(position, circle === undefined ? { signal } : { signal, readAhead: false })) {
        responded = true;
        checkPosition(stream, page.resumeAt);
        const moved = page.resumeAt !== cursorOf(position);
        const hasEvents = page.items.length > 0;
        // Otherwise the page would be delivered again and again.
        if (!moved && hasEvents) throw positionRepeated(stream);
        if (moved && wasBefore(cursorOf(position), page.resumeAt)) throw (circle = positionsInCircle(stream));
        circle = undefined;
        delays.pageCame(hasEvents);
        badPages.pageCame();
        position = { cursor: page.resumeAt };
        if (moved) yield page;
        if (signal.aborted) return;
        if (!hasEvents) await pause(delays.afterEmptyPage(moved));
        if (signal.aborted) return;
      }
      delays.caughtUp();
      const delayMs = idleDelay(context);
      emit({ type: "idle", stream, delayMs });
      if (delayMs === undefined) return;
      await wait(clock, delayMs, signal);
    } catch (error) {
      // The request under way rejects with the reason of the signal when the feed is stopped.
      if (signal.aborted) return;
      throwIfRejected(stream, position, error);
      const found = await badPages.find(error, position, responded);
      if (signal.aborted) return;
      responded ||= found !== undefined;
      if (found?.isDue === true && !wasBefore(cursorOf(position), found.page.next.cursor)) {
        const { page } = found;
        position = page.next;
        delays.caughtUp();
        badPages.pageCame();
        yield { items: [], resumeAt: page.next.cursor, bad: page };
        continue;
      }
      // The service may recover, so the same position is requested again after growing waits.
      await wait(clock, delayAfter(error), signal);
    }
  }
}

/** Returns the wait at the end of the events; `undefined` if there is none. */
function idleDelay({ clock, pollIntervalMs, untilCaughtUp }: FollowContext): number | undefined {
  return untilCaughtUp ? undefined : pollIntervalMs * (1 - clock.random() / 5);
}

/** @throws CheckpointError if the service rejects the cursor; a gateway's page does not. */
function throwIfRejected(stream: string, position: FeedPosition, error: unknown): void {
  if ("cursor" in position && isApiError(error, 400) && typeof error.body !== "string") throw cursorRejected(stream, error);
}

function cursorOf(position: FeedPosition): string | undefined {
  return "cursor" in position ? position.cursor : undefined;
}

/** Counts failures in a row and returns the wait before the next request. Throws after too many. */
function createDelays(stream: string, { clock, maxBackoffMs, giveUpAfterMs, maxEmptyPages, emit }: FollowContext) {
  let emptyPages = 0;
  let failures = 0;
  let failingSince = 0;
  let circles = 0;

  function noProgress(error: KeywrightError): number {
    if (emptyPages > maxEmptyPages) throw error;
    // The first may be the last page of the list, so request the next one at once.
    const delayMs = emptyPages === 1 ? 0 : Math.max(1000, backoff(clock, emptyPages - 1, maxBackoffMs));
    if (delayMs > 0) emit({ type: "no-progress", stream, error, pages: emptyPages, delayMs });
    return delayMs;
  }

  return {
    pageCame(hasEvents: boolean): void {
      failures = 0;
      circles = 0;
      emptyPages = hasEvents ? 0 : emptyPages + 1;
    },
    caughtUp(): void {
      failures = 0;
      emptyPages = 0;
    },
    afterEmptyPage: (moved: boolean) => noProgress(moved ? tooManyEmptyPages(stream, emptyPages) : positionRepeated(stream)),
    afterRepeatedPosition(error: KeywrightError): number {
      failures = 0;
      // The page may have been counted as empty already; a second count only extends the wait.
      emptyPages = Math.max(2, emptyPages + 1);
      return noProgress(error);
    },
    afterCircle(error: PaginationError): number {
      failures = 0;
      circles += 1;
      if (circles >= MAX_CIRCLES) throw error;
      emit({ type: "no-progress", stream, error, pages: circles, delayMs: CIRCLE_DELAY_MS });
      return CIRCLE_DELAY_MS;
    },
    afterFailure(error: unknown, responded: boolean): number {
      if (!isTemporary(error, responded)) throw error;
      failures += 1;
      if (failures === 1) failingSince = clock.now();
      if (clock.now() - failingSince >= giveUpAfterMs) throw error;
      const delayMs = retryDelay(clock, failures, maxBackoffMs, isApiError(error) ? error.retryAfterMs : undefined);
      emit({ type: "trouble", stream, error, failures, delayMs });
      return delayMs;
    },
  };
}

function checkPosition(stream: string, position: unknown): void {
  if (canBeKept(position)) return;
  const expected = `a string of 1 to ${MAX_POSITION_LENGTH} characters`;
  const got = typeof position === "string" ? `${position.length} characters` : typeof position;
  throw new PaginationError("position-too-long", `${stream} returned a position that cannot be kept: expected ${expected}; got ${got}`, {
    operationId: stream,
    expected,
  });
}

function tooManyEmptyPages(stream: string, pages: number): PaginationError {
  return new PaginationError("no-progress", `${stream} returned ${pages} empty pages in a row, although it reports more`, {
    operationId: stream,
    advice: "start the feed again later",
  });
}

function positionRepeated(stream: string): PaginationError {
  const problem = `${stream} returned the requested position again, although there are more events: reading on would never end`;
  return new PaginationError("position-repeated", problem, { operationId: stream });
}

function positionsInCircle(stream: string): PaginationError {
  const problem = `${stream} returned an earlier position again: the same events would be read without end`;
  return new PaginationError("position-repeated", problem, { operationId: stream, advice: "start the feed again later, or at a time with reset" });
}

function cursorRejected(stream: string, cause: ApiError): CheckpointError {
  return new CheckpointError("cursor-refused", `${stream} rejects the position of the checkpoint (status 400): it may have expired`, {
    operationId: stream,
    advice: "start again at a time with the feed's reset({ since }), some time before the checkpoint's lastEventAt",
    cause,
  });
}
