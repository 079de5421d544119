import { createFeed, type FeedPosition } from "@keywright/core/feeds";
import { localProcesses } from "@keywright/core/node";
import { postgresCheckpoints } from "@keywright/core/postgres";
import type { CrowdSurroundings } from "../world/surroundings.ts";

const NUMBER_EVERY_MS = 20_000;

async function* pages(position: FeedPosition) {
  const begin = "cursor" in position ? Number(position.cursor) : 0;
  const end = Math.floor(performance.now() / NUMBER_EVERY_MS);
  yield { items: Array.from({ length: Math.max(0, end - begin) }, (_unused, index) => begin + index), resumeAt: String(Math.max(begin, end)) };
}

/** Follows streams of numbers, a new one each 20 s, through one store. The first ends at once. */
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
