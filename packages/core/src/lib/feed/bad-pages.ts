import { isKeywrightError, type KeywrightError } from "../errors.ts";
import type { Clock } from "../clock.ts";
import type { ErrorCode } from "../error-codes.ts";
import { canBeKept, type FeedPosition } from "./checkpoint.ts";
import type { BadPage, FeedSource } from "./feed.ts";

/** A page that can be set aside, and whether it has been bad for long enough. */
export interface FoundPage {
  readonly page: BadPage & { readonly next: { readonly cursor: string } };
  readonly isDue: boolean;
}

/** What of a feed's context is needed. */
interface BadPageContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly giveUpAfterMs: number;
  readonly setsAside: boolean;
}

const BAD_PAGE_CODES: readonly ErrorCode[] = ["malformed-response", "unexpected-content"];

// A gateway that spoils answers is mended by then, or nobody looks.
const MAX_ASKED_MS = 600_000;

/** Watches for how long the page at a position has been bad. Another failure, such as one of the connection, begins the time anew. */
export function createBadPages<Event>(source: FeedSource<Event>, { clock, signal, giveUpAfterMs, setsAside }: BadPageContext) {
  let badSince: number | undefined;
  return {
    pageCame(): void {
      badSince = undefined;
    },
    /**
     * Requests the page once more if it is to be set aside, or if only that shows that the service itself responded: the first response of all may be that of another program.
     *
     * @returns `undefined` if the failure is not that of a page, or the page cannot be set aside.
     */
    async find(error: unknown, position: FeedPosition, responded: boolean): Promise<FoundPage | undefined> {
      if (!setsAside || !isBadPage(error)) {
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

/** What fails here has failed before, and is told by that error. */
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
