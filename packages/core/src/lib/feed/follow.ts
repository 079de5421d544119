import type { Clock } from "../clock.ts";
import { type ApiError, CheckpointError, isApiError, type KeywrightError, PaginationError } from "../errors.ts";
import type { Page } from "../paginate.ts";
import type { FeedPosition } from "./checkpoint.ts";
import type { FeedSource } from "./feed.ts";
import type { FeedEvent } from "./feed-event.ts";
import { isPassing, isStandstill } from "./passing.ts";
import { backoff, wait } from "./wait.ts";

/** What following a stream needs to know. */
export interface FollowContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly untilCaughtUp: boolean;
  readonly pollIntervalMs: number;
  readonly maxBackoffMs: number;
  readonly giveUpAfterMs: number;
  readonly maxEmptyPages: number;
  readonly emit: (event: FeedEvent) => void;
}

// The longest position that is kept. Services give some hundred characters.
const MAX_POSITION_LENGTH = 16_384;

/**
 * Gives one page after the other, from a position on, until it is stopped or, if so wanted, has caught up. A page that moves the position is given though it is empty.
 *
 * Asking for the next page says that the one before is kept: whatever goes wrong from then on, the walk goes on behind it.
 */
export async function* follow<Event>(
  source: FeedSource<Event>,
  start: FeedPosition,
  context: FollowContext,
): AsyncGenerator<Page<Event, string>, void, undefined> {
  const { clock, signal, emit, pollIntervalMs } = context;
  const { stream } = source;
  const mood = createMood(stream, context);
  let position = start;
  let answered = false;

  while (!signal.aborted) {
    try {
      for await (const page of source.pages(position, { signal })) {
        answered = true;
        checkPosition(stream, page.resumeAt);
        const moved = !("cursor" in position) || page.resumeAt !== position.cursor;
        // Handed over, it would come again and again.
        if (!moved && page.items.length > 0) throw standstill(stream);
        mood.answered(page.items.length > 0);
        position = { cursor: page.resumeAt };
        if (moved) yield page;
        if (signal.aborted) return;
        const delayMs = page.items.length > 0 ? 0 : mood.emptyPageDelay(moved);
        if (delayMs > 0) await wait(clock, delayMs, signal);
        if (signal.aborted) return;
      }
      mood.caughtUp();
      if (context.untilCaughtUp) return;
      const delayMs = pollIntervalMs * (1 - clock.random() / 5);
      emit({ type: "idle", stream, delayMs });
      await wait(clock, delayMs, signal);
    } catch (error) {
      // The caller's wish to stop ends requests by an error of its own.
      if (signal.aborted) return;
      if ("cursor" in position && isApiError(error, 400)) throw refused(stream, error);
      const delayMs = isStandstill(error) ? mood.standstillDelay(error) : mood.failureDelay(error, answered);
      await wait(clock, delayMs, signal);
    }
  }
}

/** Counts what goes wrong in a row, and says how long to wait or that it is enough. */
function createMood(stream: string, { clock, maxBackoffMs, giveUpAfterMs, maxEmptyPages, emit }: FollowContext) {
  let emptyPages = 0;
  let failures = 0;
  let failingSince = 0;

  function noProgress(error: KeywrightError): number {
    if (emptyPages > maxEmptyPages) throw error;
    // The first may be the last page of a walk: whether there is more shows at once.
    const delayMs = emptyPages === 1 ? 0 : Math.max(1000, backoff(clock, emptyPages - 1, maxBackoffMs));
    if (delayMs > 0) emit({ type: "no-progress", stream, pages: emptyPages, delayMs });
    return delayMs;
  }

  return {
    answered(withEvents: boolean): void {
      failures = 0;
      emptyPages = withEvents ? 0 : emptyPages + 1;
    },
    caughtUp(): void {
      failures = 0;
      emptyPages = 0;
    },
    emptyPageDelay: (moved: boolean) => noProgress(moved ? emptyInARow(stream, emptyPages) : standstill(stream)),
    standstillDelay(error: KeywrightError): number {
      failures = 0;
      // The page that stood still may have been counted as empty already; a second count only makes the wait longer.
      emptyPages = Math.max(2, emptyPages + 1);
      return noProgress(error);
    },
    failureDelay(error: unknown, answered: boolean): number {
      if (!isPassing(error, answered)) throw error;
      failures += 1;
      if (failures === 1) failingSince = clock.now();
      if (clock.now() - failingSince >= giveUpAfterMs) throw error;
      const asked = (error as Partial<ApiError>).retryAfterMs ?? 0;
      const delayMs = Math.max(backoff(clock, failures, maxBackoffMs), Math.min(asked, MAX_RETRY_AFTER_MS));
      emit({ type: "trouble", stream, errorCode: error.code, failures, delayMs });
      return delayMs;
    },
  };
}

// A service that asks for more is asked again after this time all the same.
const MAX_RETRY_AFTER_MS = 3_600_000;

function checkPosition(stream: string, position: unknown): void {
  if (typeof position === "string" && position.length > 0 && position.length <= MAX_POSITION_LENGTH) return;
  const got = typeof position === "string" ? `${position.length} characters` : typeof position;
  throw new PaginationError(
    "position-too-long",
    `${stream} was answered with a position that cannot be kept: expected a text of 1 to ${MAX_POSITION_LENGTH} characters; got ${got}`,
    {
      operationId: stream,
    },
  );
}

function emptyInARow(stream: string, pages: number): PaginationError {
  return new PaginationError("no-progress", `${stream} gave ${pages} empty pages in a row and says that there is more: start the feed again later`, {
    operationId: stream,
  });
}

function standstill(stream: string): PaginationError {
  return new PaginationError(
    "position-repeated",
    `${stream} was answered with the position that it asked for, and with events or more to come: the same would come again without end`,
    { operationId: stream },
  );
}

function refused(stream: string, cause: ApiError): CheckpointError {
  return new CheckpointError(
    "cursor-refused",
    `${stream} refuses the position of the checkpoint (status 400): the service may have forgotten it. Start again at a time with the feed's reset({ since }), some time before the checkpoint's lastEventAt`,
    { operationId: stream, cause },
  );
}
