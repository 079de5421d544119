import { createFeed, type FeedPosition } from "@keywright/core/feeds";
import { localProcesses } from "@keywright/core/node";
import { postgresCheckpoints, type PostgresQuery } from "@keywright/core/postgres";

/** The interface between a world of many feeds and their program. */
export interface CrowdSurroundings {
  readonly signal: AbortSignal;
  readonly feeds: number;
  readonly query: PostgresQuery;
  /** Reports numbers as handled, for good. */
  deliver(feed: number, numbers: readonly number[]): void;
  /** Reports that a feed failed. */
  failed(feed: number, error: unknown): void;
}

const NUMBER_EVERY_MS = 20_000;

async function* pages(position: FeedPosition) {
  const begin = "cursor" in position ? Number(position.cursor) : 0;
  const end = Math.floor(performance.now() / NUMBER_EVERY_MS);
  yield { items: Array.from({ length: Math.max(0, end - begin) }, (_unused, index) => begin + index), resumeAt: String(Math.max(begin, end)) };
}

/** Follows many streams of numbers, one of which is new every 20 seconds, through one store. The first feed ends with its first number. */
export async function crowd({ signal, feeds, query, deliver, failed }: CrowdSurroundings): Promise<void> {
  const store = postgresCheckpoints({ query, processes: localProcesses() });
  await Promise.all(
    Array.from({ length: feeds }, async (_unused, feed) => {
      const options = { store, name: String(feed), since: "2020-01-01T00:00:00Z", standByMs: 20_000 };
      const first = feed === 0 ? ({ until: "caught-up" } as const) : {};
      await createFeed<number>({ stream: "numbers", pages }, options)
        .run(({ events }) => deliver(feed, events), { signal, ...first })
        .catch((error: unknown) => failed(feed, error));
    }),
  );
}
