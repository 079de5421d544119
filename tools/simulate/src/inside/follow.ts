import { fileCheckpoint, localProcesses } from "@keywright/core/node";
import { postgresCheckpoints } from "@keywright/core/postgres";
import { createEventsClient } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
import { sleep } from "./sleep.ts";
import type { Surroundings } from "../world/surroundings.ts";

/** Follows a stream. The handler is slow, fails now and then, or exceeds its grace time. */
export async function follow({ signal, path, settings, token, deliver, mayRepeat, expectCaughtUp, show, failed, query }: Surroundings): Promise<void> {
  const { pageSize, pollSeconds, repeatedIds, beginNow, once, isLeased, standsBy } = settings;
  const client = createEventsClient({ baseUrl: "https://events.example", token });
  const feed = auditEventFeed(client, {
    store: isLeased ? postgresCheckpoints({ query, processes: localProcesses() }) : fileCheckpoint(path),
    limit: pageSize,
    pollIntervalMs: pollSeconds * 1000,
    ...(standsBy ? { standByMs: 8000 } : {}),
    maxHandlerAttempts: 2,
    repeatedIds,
    ...(beginNow ? {} : { since: "2020-01-01T00:00:00Z" }),
    onEvent(event) {
      if (event.type === "started" || event.type === "handler-failed") mayRepeat();
      if ("error" in event) show(event.error);
    },
  });
  const working = new Set<Promise<void>>();
  for (let run = 0; run < 6 && !signal.aborted; run += 1) {
    const caughtUp = expectCaughtUp();
    try {
      await feed.run(
        async ({ events }, context) => {
          const mood = Math.random();
          // The longest work ignores its signal, so it is abandoned.
          const work = sleep(mood < 0.03 ? 9000 : mood < 0.06 ? 3000 : mood < 0.09 ? 8000 : Math.random() * 300, mood < 0.06 ? context.signal : undefined);
          working.add(work);
          await work;
          working.delete(work);
          if (context.signal.aborted) throw new Error("too late");
          const ids = events.map(({ uuid }) => uuid);
          const done = Math.random() < 0.05 ? Math.floor(Math.random() * ids.length) : ids.length;
          deliver(ids.slice(0, done));
          if (done < ids.length) throw new Error("the handler fails");
        },
        { signal, ...(once ? { until: "caught-up" } : {}) },
      );
      if (!signal.aborted) caughtUp();
    } catch (error) {
      failed(error);
    }
    if (!signal.aborted) await sleep(1000);
  }
  await Promise.all(working);
}
