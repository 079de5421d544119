import { isKeywrightError, type KeywrightError } from "../errors.ts";
import type { Clock } from "../clock.ts";
import type { AnyErrorCode } from "../error-codes.ts";
import { canBeKept, type FeedPosition } from "./checkpoint.ts";
import type { BadPage, FeedSource } from "./feed.ts";

/** A page that can become a dead letter, and whether it has been bad for long enough. */
export interface FoundPage {
  readonly page: BadPage & { readonly next: { readonly cursor: string } };
  readonly isDue: boolean;
}

/** The part of a feed's context that this module needs. */
interface BadPageContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly giveUpAfterMs: number;
  readonly hasDeadLetters: boolean;
}

const BAD_PAGE_CODES: readonly AnyErrorCode[] = ["malformed-response", "unexpected-content"];

// By then a gateway that corrupts responses is repaired, or no one is looking.
const MAX_ASKED_MS = 600_000;

/** Measures how long the page at a position has been bad. Any other failure restarts the time. */
export function createBadPages<Event>(source: FeedSource<Event>, { clock, signal, giveUpAfterMs, hasDeadLetters }: BadPageContext) {
  let badSince: number | undefined;
  return {
    pageCame(): void {
      badSince = undefined;
    },
    /**
     * Requests the page once more if it is due to become a dead letter, or if this is the first
     * response of the run, which may be from another program.
     *
     * @returns `undefined` if the failure is not that of a page, or the page cannot become a dead
     * letter.
     */
    async find(error: unknown, position: FeedPosition, responded: boolean): Promise<FoundPage | undefined> {
      if (!hasDeadLetters || !isBadPage(error)) {
        badSince = undefined;
        return undefined;
      }
      badSince ??= clock.now();
      const isDue = clock.now() - badSince >= Math.min(giveUpAfterMs, MAX_ASKED_MS);
      if (!isDue && responded) return undefined;
      const read = await readAgain(source, position, signal);
      if (read === undefined || !canBeKept(read.resumeAt) || ("cursor" in position && read.resumeAt === position.cursor)) return undefined;
      return { page: { position, next: { cursor: read.resumeAt }, bytes: read.bytes, error }, isDue };
    },
  };
}

/** Errors are ignored, because the caller reports the error of the first request. */
async function readAgain<Event>(source: FeedSource<Event>, position: FeedPosition, signal: AbortSignal) {
  try {
    return await source.readBadPage?.(position, { signal });
  } catch {
    return undefined;
  }
}

function isBadPage(error: unknown): error is KeywrightError {
  return isKeywrightError(error) && BAD_PAGE_CODES.includes(error.code);
}
