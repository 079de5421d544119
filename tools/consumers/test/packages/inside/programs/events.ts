import { memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsClient, isApiError } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
import { expectSame, type Services } from "../run-packages.ts";

/** Follows a stream as a feed with a handler that fails once, and fails with a wrong token. */
export async function run({ events: { baseUrl, token } }: Services): Promise<string> {
  const options = { store: memoryCheckpoints(), since: "2020-01-01T00:00:00Z", limit: 1000, maxHandlerAttempts: 2, maxBackoffMs: 20 };
  const ids: string[] = [];
  let attempts = 0;
  await auditEventFeed(createEventsClient({ baseUrl, token }), options).run(
    ({ events }) => {
      attempts += 1;
      if (attempts === 2) throw new Error("the handler fails once");
      ids.push(...events.map(({ uuid }) => uuid));
    },
    { until: "caught-up" },
  );
  expectSame("events", ids.length, 4000);
  expectSame("different events", new Set(ids).size, 4000);

  const error: unknown = await createEventsClient({ baseUrl, token: "wrong" })
    .introspect()
    .catch((reason: unknown) => reason);
  expectSame("status of a wrong token", isApiError(error, 401), true);
  return `${ids.length} audit events followed, a 401 caught`;
}
