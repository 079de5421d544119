import type { ClientOptions } from "@keywright/core";
import type { Feed, FeedOptions, FeedSummary } from "@keywright/core/feeds";
import { auditEventFeed } from "@keywright/events/feeds";
import { auditLogFeed } from "@keywright/management/feeds";
import type { Outcome, Trial } from "../bench.ts";
import type { FakeClock } from "../clocks.ts";
import { SENTINELS } from "../sentinels.ts";

const BASE_URL = "https://service.example.com";

/** Before all events of the emulators. */
export const BEGIN = "2000-01-01T00:00:00Z";

/** What of an event the rows look at: the events service names it `uuid`, the audit log `id`, beside which its `uuid` is another thing. */
export interface EventId {
  readonly uuid?: unknown;
  readonly id?: unknown;
}

/** A request that was made. */
export interface Asked {
  /** When, by the clock of the trial. */
  readonly atMs: number;
  /** Its address and body. */
  readonly text: string;
}

/** A stream that feeds can be made of, and what was asked for it. */
export interface FollowedStream {
  /** Its operation. */
  readonly stream: "listAuditEvents" | "listAuditLogs";
  readonly asked: readonly Asked[];
  feed(options: Omit<FeedOptions<never>, "clock" | "onPoison">): Pick<Feed<EventId>, "run" | "reset">;
}

/** What answers in process. */
export type Fetch = NonNullable<ClientOptions["fetch"]>;

/** Makes the stream of a service whose time stands still unless it is moved. */
export function streamOf(
  trial: Trial,
  stream: FollowedStream["stream"],
  { clock, fetch, token = SENTINELS.token }: { readonly clock: FakeClock; readonly fetch: Fetch; readonly token?: ClientOptions["token"] },
): FollowedStream {
  const asked: Asked[] = [];
  const watched: Fetch = (url, init) => {
    asked.push({ atMs: clock.now(), text: `${url} ${typeof init.body === "string" ? init.body : ""}` });
    return fetch(url, init);
  };
  const { events, management } = trial.clients(BASE_URL, { token, fetch: watched, clock });
  return {
    stream,
    asked,
    feed: (options) =>
      stream === "listAuditEvents" ? auditEventFeed(events, { limit: 10, ...options, clock }) : auditLogFeed(management, { limit: 10, ...options, clock }),
  };
}

/** Answers with JSON that depends on the number of the request, from 1, and on its address. */
export function answering(answer: (count: number, url: string) => unknown): Fetch {
  let count = 0;
  return async (url) => new Response(JSON.stringify(answer((count += 1), url)), { headers: { "content-type": "application/json" } });
}

export function idsOf(events: readonly EventId[]): string[] {
  return events.map(({ uuid, id }) => String(id ?? uuid));
}

/** Lets run whatever can run without time passing: some turns of the event loop, more than reading a body takes. */
async function turn(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
}

// Reading ahead takes some turns of its own between two timers.
const MAX_IDLE_TURNS = 10;
// Many times what the longest walk of a row takes.
const MAX_STEPS = 2000;

/** Lets time pass from timer to timer until something has ended. */
export async function whileTimePasses<Result>(clock: FakeClock, work: Promise<Result>): Promise<Result> {
  const state = { ended: false };
  const end = (): void => void (state.ended = true);
  work.then(end, end);
  await turn();
  for (let idle = 0, steps = 0; !state.ended; idle = clock.pending === 0 ? idle + 1 : 0) {
    if ((steps += 1) > MAX_STEPS) throw new Error("it goes on without end");
    if (idle > MAX_IDLE_TURNS) throw new Error("nothing is due that could end what is waited for");
    clock.advance();
    await turn();
  }
  return work;
}

/** Follows a feed until it has caught up, while time passes; `got` is given the id of each event. */
export function catchUp(trial: Trial, clock: FakeClock, feed: Pick<Feed<EventId>, "run">, got: string[]): Promise<Outcome<FeedSummary>> {
  return trial.attempt(() =>
    whileTimePasses(
      clock,
      feed.run(({ events }) => void got.push(...idsOf(events)), { until: "caught-up" }),
    ),
  );
}
