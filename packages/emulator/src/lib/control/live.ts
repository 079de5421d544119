import type { Services } from "../core/emulated.ts";
import type { Changes } from "./changes.ts";
import { recordedRequests } from "./requests.ts";
import type { ControlRoutes } from "./route.ts";

/** Limits the memory for a slow reader; the log of each service keeps the rest. */
const MOST_AT_ONCE = 50;

/**
 * The route of server-sent events: the requests since the last one, and the newest number as id.
 *
 * What was recorded before is the `history`: the newest part first, without an id before the last,
 * so that a connection that breaks begins it again.
 *
 * After a control request, `kept` is the number of the oldest recorded request, 0 if none is.
 */
export function liveRoutes(services: Services, changes: Changes): ControlRoutes {
  return {
    "GET /live": ({ query, sent }) => {
      const since = Number(sent.header("last-event-id") ?? query.get("since")) || 0;
      return { status: 200, headers: { "content-type": "text/event-stream" }, chunks: events(services, changes, since, sent.signal()) };
    },
  };
}

async function* events(services: Services, changes: Changes, since: number, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const known = recordedRequests(services, { since });
  let [last, seen] = [known.at(-1)?.sequence ?? since, -1];
  for (let end = known.length; end > 0; end -= MOST_AT_ONCE) {
    if (signal?.aborted === true) return;
    const requests = known.slice(Math.max(0, end - MOST_AT_ONCE), end);
    yield `${end <= MOST_AT_ONCE ? `id: ${last}\n` : ""}data: ${JSON.stringify({ requests, history: true })}\n\n`;
  }
  for (;;) {
    if (signal?.aborted === true) return;
    const { controls } = changes;
    const kept = controls === seen ? {} : { kept: recordedRequests(services, { limit: 1 })[0]?.sequence ?? 0 };
    const all = recordedRequests(services, { since: last });
    const requests = all.slice(0, MOST_AT_ONCE);
    [last, seen] = [requests.at(-1)?.sequence ?? last, controls];
    // Listens before the event is sent, so that no change is missed.
    const next = all.length > requests.length ? undefined : changes.next(signal);
    yield `id: ${last}\ndata: ${JSON.stringify({ requests, ...kept })}\n\n`;
    await next;
  }
}
